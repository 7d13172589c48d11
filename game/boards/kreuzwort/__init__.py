"""The board of Kreuzwort."""
