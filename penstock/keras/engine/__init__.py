"""What all of Keras stands on: the layer, the network of layers, and training."""
