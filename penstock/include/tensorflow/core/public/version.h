// The version of TensorFlow that this stands for.
#pragma once

#define TF_MAJOR_VERSION 1
#define TF_MINOR_VERSION 15
#define TF_PATCH_VERSION 5
#define TF_VERSION_SUFFIX ""
#define TF_VERSION_STRING "1.15.5"
#define TF_GRAPH_DEF_VERSION 134
#define TF_GRAPH_DEF_VERSION_MIN_PRODUCER 0
#define TF_GRAPH_DEF_VERSION_MIN_CONSUMER 0
