"""What boards need to be measured and pictured: rows of figures, timed frames, posed tables for screenshots."""
