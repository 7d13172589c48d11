"""Text, lists and pictures in panels: blocks of text, the sheet that shows them, tables with columns."""
