"""Make the meanings of words: `python -m rules.words.source.meanings FOLDER [LANGUAGE ...]`.

FOLDER has the unpacked Debian packages wordnet-base, mythes-de, mythes-es, mythes-fr and mythes-it, as
get_sources.sh leaves them in src/deb. English meanings are glosses of WordNet, those of German, Spanish,
French and Italian the first synonyms of their thesaurus. Words that bots and hints avoid get none. No free
source was found for Dutch.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rules.words.language import LANGUAGES, Language
from rules.words.lexicon import Lexicon
from rules.words.meanings import BASE, meanings_path, packed
from rules.words.vocabulary import CLASSES, Vocabulary

WORDNET = "x_wordnet-base/usr/share/wordnet"
THESAURI = {"de": ("x_mythes-de/usr/share/mythes/th_de_DE_v2.dat", "utf-8"),
            "es": ("x_mythes-es/usr/share/mythes/th_es_ES_v2.dat", "iso8859-1"),
            "fr": ("x_mythes-fr/usr/share/mythes/thes_fr.dat", "utf-8"),
            "it": ("x_mythes-it/usr/share/mythes/th_it_IT_v2.dat", "utf-8")}
PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
LONGEST = 70
SENSES, SYNONYMS = 2, 4
"""At most so many senses of a word, and so many synonyms of each."""


def shortened(text: str) -> str:
    """Return the text up to its last whole word within the longest length."""
    if len(text) <= LONGEST:
        return text
    return text[:LONGEST].rpartition(" ")[0].rstrip(" ,;:") + " …"


def wordnet(folder: Path, language: Language) -> Iterator[tuple[str, str]]:
    """Yield words with the gloss of their first sense, and irregular forms with their base form."""
    known: set[str] = set()
    for part in PARTS_OF_SPEECH:
        data = (folder / WORDNET / f"data.{part}").read_bytes()
        for line in (folder / WORDNET / f"index.{part}").read_text("utf-8").splitlines():
            if line.startswith(" ") or "_" in (fields := line.split())[0]:
                continue
            word = language.fold(fields[0])
            if word not in known:
                known.add(word)
                at = int(fields[-int(fields[2])])
                gloss = data[at:data.index(b"\n", at)].decode("utf-8").partition("| ")[2].partition('"')[0]
                yield word, shortened(_plain(gloss).split(";")[0].strip())
    for part in PARTS_OF_SPEECH:
        for line in (folder / WORDNET / f"{part}.exc").read_text("utf-8").splitlines():
            form, base = (language.fold(word) for word in line.split()[:2])
            if form not in known and base in known:
                known.add(form)
                yield form, BASE + base


def thesaurus(folder: Path, language: Language) -> Iterator[tuple[str, str]]:
    """Yield words with the first synonyms of their first senses."""
    name, encoding = THESAURI[language.code]
    lines = iter((folder / name).read_text(encoding).splitlines()[1:])
    seen: set[str] = set()
    for line in lines:
        word, _, count = line.partition("|")
        senses = [_synonyms(next(lines), word) for _ in range(int(count))]
        told = "; ".join(filter(None, senses[:SENSES]))
        folded = language.fold(word)
        if told and folded not in seen:
            seen.add(folded)
            yield folded, shortened(told)


def _synonyms(line: str, word: str) -> str:
    others = (_plain(other).strip(" .") for other in line.split("|")[1:])
    fitting = [other for other in dict.fromkeys(others) if other and other.casefold() != word.casefold()]
    return ", ".join(fitting[:SYNONYMS])


def _plain(text: str) -> str:
    """Return a text without what stands in brackets."""
    return re.sub(r"\s*\([^)]*\)", "", text)


def main(folder: Path, code: str) -> None:
    language = LANGUAGES[code]
    lexicon, valid = Lexicon.open(code), Vocabulary(CLASSES, language=language)
    source = wordnet if code == "en" else thesaurus
    found = {word: text for word, text in source(folder, language)
             if text and word in lexicon and not valid.is_rude(word)}
    data = packed(found.items())
    meanings_path(code).write_bytes(data)
    print(f"{meanings_path(code).name}: {len(found):,} words, {len(data):,} bytes")


if __name__ == "__main__":
    for name in sys.argv[2:] or ("en", *THESAURI):
        main(Path(sys.argv[1]), name)
