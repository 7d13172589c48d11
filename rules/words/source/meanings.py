"""Make the meanings of words: `python -m rules.words.source.meanings FOLDER [LANGUAGE ...]`.

FOLDER has the unpacked Debian packages wordnet-base, mythes-de, mythes-es, mythes-fr and mythes-it, as
get_sources.sh leaves them in src/deb. English meanings are glosses of WordNet, those of German, Spanish,
French and Italian the first synonyms of their thesaurus. Of several the commonest comes first if the source
marks it: WordNet counts its senses, the German thesaurus marks the head of each. Words that bots and
hints avoid get none. No free source was found for Dutch.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rules.words.language import LANGUAGES, Language
from rules.words.lexicon import Entry, Lexicon
from rules.words.meanings import meanings_path
from rules.words.vocabulary import CLASSES, Vocabulary
from rules.words.word_table import packed

WORDNET = "x_wordnet-base/usr/share/wordnet"
THESAURI = {"de": ("x_mythes-de/usr/share/mythes/th_de_DE_v2.dat", "utf-8"),
            "es": ("x_mythes-es/usr/share/mythes/th_es_ES_v2.dat", "iso8859-1"),
            "fr": ("x_mythes-fr/usr/share/mythes/thes_fr.dat", "utf-8"),
            "it": ("x_mythes-it/usr/share/mythes/th_it_IT_v2.dat", "utf-8")}
HEADS = ("de",)
"""Thesauri in which every sense names the word itself, too."""
PARTS_OF_SPEECH = {"noun": ("1", "N"), "verb": ("2", "V"), "adj": ("35", "A"), "adv": ("4", "AO")}
"""Of WordNet, with their numbers in its counts of senses and the classes of our lists."""
TAG = re.compile(r" \([^)]*(?:\.|Hauptform|derb|Jargon|veralt)[^)]*\)")
"""A remark behind a word of the German thesaurus; other brackets are part of what it says."""
LONGEST = 70
SENSES, SYNONYMS = 2, 4
"""At most so many senses of a word, and so many synonyms of each."""


def shortened(text: str) -> str:
    """Return the text up to its last whole word within the longest length."""
    if len(text) <= LONGEST:
        return text
    return text[:LONGEST].rpartition(" ")[0].rstrip(" ,;:") + " …"


def wordnet(folder: Path, language: Language, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Yield words with the gloss of their first sense.

    Of several parts of speech the one comes first that the list has, then the one that is counted most.
    """
    counted: Counter[tuple[str, str]] = Counter()
    for line in (folder / WORDNET / "cntlist.rev").read_text("utf-8").splitlines():
        lemma, number = line.partition("%")[::2]
        counted[lemma, number[0]] += int(line.split()[2])
    known: dict[str, tuple[tuple[bool, int], str]] = {}
    for part, (numbers, classes) in PARTS_OF_SPEECH.items():
        data = (folder / WORDNET / f"data.{part}").read_bytes()
        for line in (folder / WORDNET / f"index.{part}").read_text("utf-8").splitlines():
            if line.startswith(" ") or "_" in (fields := line.split())[0]:
                continue
            word = language.fold(fields[0])
            entry = lexicon.entry(word)
            rank = (entry is not None and not set(classes).isdisjoint(entry.classes),
                    sum(counted[fields[0], number] for number in numbers))
            if word not in known or rank > known[word][0]:
                at = int(fields[-int(fields[2])])
                gloss = data[at:data.index(b"\n", at)].decode("utf-8").partition("| ")[2].partition('"')[0]
                known[word] = rank, shortened(_plain(gloss).split(";")[0].strip())
    yield from ((word, gloss) for word, (_, gloss) in known.items())


def thesaurus(folder: Path, language: Language, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Yield words with the first synonyms of their first senses."""
    name, encoding = THESAURI[language.code]
    lines = iter((folder / name).read_text(encoding).splitlines()[1:])
    found: dict[str, list[str]] = {}
    for line in lines:
        word, _, count = line.partition("|")
        senses = [next(lines) for _ in range(int(count))]
        found.setdefault(language.fold(word), []).extend(senses)
    for word, senses in found.items():
        if language.code in HEADS:
            entry = lexicon.entry(word)
            senses = _of_head(senses, entry, language) if entry is not None else []
        told = "; ".join(list(filter(None, (_synonyms(sense, word, language)
                                            for sense in dict.fromkeys(senses))))[:SENSES])
        if told:
            yield word, shortened(told)


def _of_head(senses: list[str], entry: Entry, language: Language) -> list[str]:
    """Return the senses that name just this word in a class of the list, those it is the head of first."""
    ranked = []
    for sense in senses:
        for term in sense.split("|")[1:]:
            bare = TAG.sub("", term)
            noun = not set(entry.classes).isdisjoint("NPGF")
            fits = noun if bare[:1].isupper() else not set(entry.classes) <= set("NPGF")
            if language.fold(bare) == entry.word and fits:
                ranked.append(("Hauptform" not in term, "ugs." in term, sense))
                break
    return [sense for _, _, sense in sorted(ranked, key=lambda one: one[:2])]


def _synonyms(line: str, word: str, language: Language) -> str:
    others = (_plain(other).strip(" .") for other in line.split("|")[1:]
              if "..." not in other and "derb" not in other)
    fitting = [other for other in dict.fromkeys(others) if other and language.fold(other) != word]
    return ", ".join(fitting[:SYNONYMS])


def _plain(text: str) -> str:
    """Remove the parts in brackets from a text."""
    return re.sub(r"\s*\([^)]*\)", "", text)


def main(folder: Path, code: str) -> None:
    language = LANGUAGES[code]
    lexicon, valid = Lexicon.open(code), Vocabulary(CLASSES, language=language)
    source = wordnet if code == "en" else thesaurus
    found = {word: text for word, text in source(folder, language, lexicon)
             if text and word in lexicon and not valid.is_rude(word)}
    data = packed(found.items())
    meanings_path(code).write_bytes(data)
    print(f"{meanings_path(code).name}: {len(found):,} words, {len(data):,} bytes")


if __name__ == "__main__":
    for name in sys.argv[2:] or ("en", *THESAURI):
        main(Path(sys.argv[1]), name)
