"""How long a sentence takes to be read on this machine, language by language.

``python -m tests.bench.reading`` prints a table: the first reading of each language,
which loads what it needs, then the median and the slowest of sentences that were
not read before. The wanted figure is under 5 ms.
"""

from __future__ import annotations

import statistics
import sys
from time import perf_counter

from engine.errors import StudioError
from engine.models.vocab import load_vocab
from engine.reading.reader import Reader
from tests.quality.prose import SENTENCES as PROSE

ENGLISH = tuple(f"In {{n}}, {sentence}" for sentence in PROSE)
SENTENCES: dict[str, tuple[str, ...]] = {
    "en-us": ENGLISH,
    "en-gb": ENGLISH,
    "es": ("En {n} el molino viejo se quemó, y nadie quiso leer sus últimas cartas.",),
    "fr": ("En {n} le vieux moulin a brûlé, et personne ne voulut lire ses dernières lettres.",),
    "it": ("Nel {n} il vecchio mulino bruciò, e nessuno volle leggere le sue ultime lettere.",),
    "pt-br": ("Em {n} o velho moinho queimou, e ninguém quis ler as suas últimas cartas.",),
    "hi": ("वर्ष {n} में पुरानी चक्की जल गई, और किसी ने आख़िरी चिट्ठियाँ नहीं पढ़ीं।",),
    "ja": ("{n}年に古い水車小屋が焼け、誰もその手紙を読みませんでした。",),
    "zh": ("{n}年老磨坊烧毁了，没有人愿意读那些信。",),
}
"""With a number to write out; English ones as they come, one in five with a word whose
sound hangs on its part of speech. The others have about thirteen words."""
ROUNDS = 60


def main() -> int:
    """Print the table; returns 0."""
    reader = Reader(load_vocab())
    start = perf_counter()
    reader.read("Nobody would read it.")
    sys.stdout.write(f"parts of speech loaded in {perf_counter() - start:.1f} s\n")
    sys.stdout.write("language   first      median     slowest\n")
    for language, sentences in SENTENCES.items():
        spent: list[float] = []
        try:
            for year in range(1800, 1801 + ROUNDS):
                sentence = sentences[year % len(sentences)]
                start = perf_counter()
                reader.read(sentence.format(n=year), language)
                spent.append(1000.0 * (perf_counter() - start))
        except StudioError as error:
            sys.stdout.write(f"{language:9}  {error.detail}\n")
            continue
        first, *later = spent
        row = f"{first:7.1f} ms {statistics.median(later):7.2f} ms {max(later):7.1f} ms\n"
        sys.stdout.write(f"{language:9}{row}")
    reader.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
