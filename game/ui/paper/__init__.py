"""Text, lists and pictures on paper or in panels: blocks of text, the sheet that shows them, tables with columns."""
