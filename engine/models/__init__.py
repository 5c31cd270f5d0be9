"""The voice model: found, checked, and cut into plain-ONNX stage graphs."""
