"""A model server: SavedModels behind the gRPC and REST interfaces of TensorFlow Serving (`tensorflow_model_server`)."""
