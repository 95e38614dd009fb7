// Names in the signatures of a SavedModel.
#pragma once

namespace tensorflow {
constexpr char kDefaultServingSignatureDefKey[] = "serving_default";
constexpr char kClassifyInputs[] = "inputs";
constexpr char kClassifyMethodName[] = "tensorflow/serving/classify";
constexpr char kClassifyOutputClasses[] = "classes";
constexpr char kClassifyOutputScores[] = "scores";
constexpr char kPredictInputs[] = "inputs";
constexpr char kPredictMethodName[] = "tensorflow/serving/predict";
constexpr char kPredictOutputs[] = "outputs";
constexpr char kRegressInputs[] = "inputs";
constexpr char kRegressMethodName[] = "tensorflow/serving/regress";
constexpr char kRegressOutputs[] = "outputs";
}  // namespace tensorflow
