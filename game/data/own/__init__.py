"""What players made themselves: words and levels."""
