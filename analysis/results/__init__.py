"""What an audit holds, on disk and in a few lines of text."""
