"""Chart packs as files: read from a form, and made of a campaign."""
