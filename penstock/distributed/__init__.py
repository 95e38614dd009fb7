"""The cluster: servers, masters and workers that run one graph as several processes, on the wire protocol of 1.15."""
