"""Images: codecs, geometry, colour, resizing, crops, boxes and patches."""
