"""Sounds for words that no lexicon has."""

from __future__ import annotations

from engine.reading import stress

_PAIRS = {
    "tch": "ʧ", "sch": "sk", "igh": "I", "eau": "O", "ch": "ʧ", "sh": "ʃ", "th": "θ", "ph": "f",
    "ck": "k", "ng": "ŋ", "qu": "kw", "wh": "w", "ee": "i", "ea": "i", "oo": "u", "ou": "W",
    "ow": "O", "oy": "Y", "oi": "Y", "ai": "A", "ay": "A", "ey": "i", "ie": "i", "au": "ɔ",
    "aw": "ɔ", "ar": "ɑɹ", "er": "əɹ", "ir": "ɜɹ", "or": "ɔɹ", "ur": "ɜɹ",
}  # fmt: skip
_SINGLE = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        "æ b k d ɛ f ɡ h ɪ ʤ k l m n ɑ p k ɹ s t ʌ v w ks i z".split(),
        strict=True,
    )
)


class Guesser:
    """Letter-to-sound for unknown words."""

    def guess(self, word: str) -> str:
        """Phonemes for ``word``; "" if it has no letters."""
        text = "".join(char for char in word.lower() if char in _SINGLE)
        out, at = "", 0
        while at < len(text):
            for size in (3, 2, 1):
                part = text[at : at + size]
                sound = _PAIRS.get(part) if size > 1 else _SINGLE[part]
                if sound is not None and len(part) == size:
                    out += sound
                    at += size
                    break
        return stress.primary(out)
