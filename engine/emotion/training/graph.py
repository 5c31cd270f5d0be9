"""A head as an ONNX model: what its file is.

The graph computes all that ``engine.emotion.head.Head`` computes, in operators of the standard
domain, so that any ONNX runtime can run it. In: ``tokens`` float32[pieces + 2, 1280] with the
marks around a text, ``sentence`` float32[512]. Out: ``emovec`` [128], ``classes``, ``vad`` [3],
``strength`` [1], ``deltas``, ``gates`` [pieces]. The weights are float16 initialisers, cast to
float32 before they are used; what holds no numbers is metadata, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from engine.emotion.head import EPSILON, GATE_REST, HALF, SENTENCE_GAIN, TEXTS

_HEAD: Final = f"""\
<ir_version: 9, opset_import: ["": 20]>
head (float[marked, 1280] tokens, float[512] sentence) =>
    (float[128] emovec, float[kinds] classes, float[3] vad, float[1] strength,
     float[axes] deltas, float[pieces] gates)
{{
    centred = Sub(tokens, w_centre)
    projected = MatMul(centred, w_axes)
    gate_product = MatMul(projected, w_gate)
    gate_sum = Add(gate_product, w_gate_bias)
    open = Sigmoid(gate_sum)
    open_by_set = Transpose<perm = [1, 0]>(open)
    let_through = MatMul(open_by_set, projected)
    second_axis = Constant<value_ints = [1]>()
    opened = ReduceSum(open_by_set, second_axis)
    gate_rest = Constant<value_float = {GATE_REST}>()
    divisor = Add(opened, gate_rest)
    pooled_by_set = Div(let_through, divisor)
    flat = Constant<value_ints = [-1]>()
    pooled = Reshape(pooled_by_set, flat)
    sentence_gain = Constant<value_float = {SENTENCE_GAIN}>()
    scaled = Mul(sentence, sentence_gain)
    whole = Concat<axis = 0>(pooled, scaled)
    first_product = MatMul(whole, w_first)
    first_sum = Add(first_product, w_first_bias)
    bent = Gelu<approximate = "tanh">(first_sum)
    hidden = LayerNormalization<axis = -1, epsilon = {EPSILON}>(bent, w_gain, w_shift)
    second_product = MatMul(hidden, w_second)
    second_sum = Add(second_product, w_second_bias)
    emovec = Tanh(second_sum)
    class_product = MatMul(emovec, w_classes)
    class_sum = Add(class_product, w_classes_bias)
    classes = Softmax(class_sum)
    vad = MatMul(emovec, w_vad)
    strength_product = MatMul(emovec, w_strength)
    strength = Add(strength_product, w_strength_bias)
    deltas = MatMul(emovec, w_deltas)
    open_means = ReduceMean<keepdims = 0>(open, second_axis)
    start = Constant<value_ints = [1]>()
    first_axis = Constant<value_ints = [0]>()
    gates = Slice(open_means, start, flat, first_axis)
}}
"""
"""Opset 20 is the first that has GELU in its tanh form."""


def model_of(arrays: Mapping[str, Any]) -> onnx.ModelProto:
    """Return the model of a head.

    Args:
        arrays: float16 weights by the names that ``Head`` knows, and lists of words (``TEXTS``).
    """
    model: onnx.ModelProto = onnx.parser.parse_model(_HEAD)
    casts = []
    for name, array in arrays.items():
        if name in TEXTS:
            model.metadata_props.add(key=name, value=json.dumps(list(map(str, array))))
        else:
            half = np.ascontiguousarray(array, dtype=np.float16)
            model.graph.initializer.append(numpy_helper.from_array(half, HALF + name))
            cast = helper.make_node("Cast", [HALF + name], [f"w_{name}"], to=TensorProto.FLOAT)
            casts.append(cast)
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model, full_check=True)
    return model
