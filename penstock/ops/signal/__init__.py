"""Signals: frames and windows, Fourier transforms, sound."""
