"""Drawing: vector shapes rasterised for the size they are needed in, cached, never stretched."""
