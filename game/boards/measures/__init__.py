"""What boards need to be measured and pictured: figures, timed frames, posed tables for screenshots."""
