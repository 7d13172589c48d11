"""Drawing: vector shapes, rasterised at their final size and cached, never stretched."""
