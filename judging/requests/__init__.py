"""What a judge is sent: texts, pictures, the form of the answer, settings."""
