"""How far two pictures of one page are apart, by measures that need no judge."""
