"""Namespaces that slim shares with the rest of contrib: its losses, metrics, layers and initializers are contrib's own."""

from penstock._namespace import export_value
from penstock.contrib import layers as _layers
from penstock.contrib import losses as _losses
from penstock.contrib import metrics as _metrics

losses = export_value(_losses, "contrib.slim.losses")
metrics = export_value(_metrics, "contrib.slim.metrics")
layers = export_value(_layers, "contrib.slim.layers")
initializers = export_value(_layers, "contrib.slim.initializers")
regularizers = export_value(_layers, "contrib.slim.regularizers")
