"""The Hugging Face Hub: publishing corpora and loading them."""
