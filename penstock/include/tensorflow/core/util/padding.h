// Padding: what a window does at the border.
#pragma once

#include <string>

#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/lib/core/errors.h"

namespace tensorflow {

enum Padding { VALID = 1, SAME = 2, EXPLICIT = 3 };

inline Status GetPaddingFromString(StringPiece text, Padding* value) {
  if (text == "SAME") return *value = SAME, Status::OK();
  if (text == "VALID") return *value = VALID, Status::OK();
  if (text == "EXPLICIT") return *value = EXPLICIT, Status::OK();
  return errors::NotFound(text, " is not an allowed padding type");
}
inline string GetPaddingAttrString() { return "padding: {'SAME', 'VALID'}"; }
inline string GetPaddingAttrStringWithExplicit() { return "padding: {'SAME', 'VALID', 'EXPLICIT'}"; }
inline Status GetNodeAttr(const NodeDef& node, StringPiece name, Padding* value) {
  string text;
  TF_RETURN_IF_ERROR(GetNodeAttr(node, name, &text));
  return GetPaddingFromString(text, value);
}
inline Status GetNodeAttr(const AttrSlice& attrs, StringPiece name, Padding* value) {
  string text;
  TF_RETURN_IF_ERROR(GetNodeAttr(attrs, name, &text));
  return GetPaddingFromString(text, value);
}

}  // namespace tensorflow
