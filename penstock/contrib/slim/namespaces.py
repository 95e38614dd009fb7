"""Namespaces that slim shares with the rest of contrib: its losses and metrics are contrib's own."""

from penstock._namespace import export_value
from penstock.contrib import losses as _losses
from penstock.contrib import metrics as _metrics

losses = export_value(_losses, "contrib.slim.losses")
metrics = export_value(_metrics, "contrib.slim.metrics")
