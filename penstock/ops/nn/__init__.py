"""Neural networks: activations, normalization, embeddings, recurrent cells; convolution and pooling in folders of their own."""
