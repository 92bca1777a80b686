"""The page that the report fills: template, style sheet and wording."""
