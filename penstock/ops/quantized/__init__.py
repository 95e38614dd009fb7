"""Quantized numbers: conversion, arithmetic, fake quantization for training."""
