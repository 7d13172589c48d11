"""Mark the words that bots and hints avoid."""

from __future__ import annotations

import re

from rules.words.source.draft import Draft
from rules.words.source.sources import Sources

CUSS = {"en": "index", "fr": "fr", "it": "it", "es": "es"}
QUOTED_LISTS = {
    "en": ("x_badwords-list/package/lib/array.js", "x_leo-profanity/package/dictionary/default.json"),
    "fr": ("x_french-badwords-list/package/dist/array.js",),
    "it": ("x_italian-badwords-list/package/lib/array.js",)}


def listed_words(sources: Sources) -> set[str]:
    """Return the single words of the public lists."""
    language, folder = sources.language, sources.folder / "npm"
    found = set(sources.json(f"npm/x_naughty-words/package/{language}.json"))
    if language in CUSS:
        text = (folder / f"x_cuss/package/{CUSS[language]}.js").read_text("utf-8")
        rated = re.findall(r"^\s*['\"]?([^'\":]+)['\"]?:\s*(\d)", text, re.MULTILINE)
        found |= {word for word, sure in rated if sure == "2"}
    found |= set(sources.json("npm/x_washyourmouthoutwithsoap/package/data/build.json").get(language, ()))
    for name in QUOTED_LISTS.get(language, ()):
        found |= set(re.findall(r"[\"']([^\"'\n]+)[\"']", (folder / name).read_text("utf-8")))
    if language == "en":
        found |= set(sources.json("npm/x_profane-words/package/words.json"))
    return {word.strip().lower() for word in found if word.strip().replace("'", "").isalpha()}


def _matcher(draft: Draft, words: list[str]) -> tuple[set[str], re.Pattern[str]]:
    """Return the words of a list of ours, and one pattern for those in which `*` stands for any letters."""
    plain = {draft.fold(word) or "" for word in words if "*" not in word}
    stems = [re.escape(draft.spelled(word)).replace(r"\*", ".*") for word in words if "*" in word]
    return plain, re.compile("|".join(stems) or "(?!)")


def mark_rude(draft: Draft, sources: Sources) -> None:
    """Add R to listed words, to words of our own patterns, and to all forms of these."""
    spared, spared_stems = _matcher(draft, sources.hand_list("not_rude"))
    own, own_stems = _matcher(draft, sources.hand_list("rude"))
    listed = {draft.fold(word) for word in listed_words(sources)}

    def is_spared(word: str) -> bool:
        return word in spared or spared_stems.fullmatch(word) is not None

    rude = {word for word in draft.classes
            if word in own or ((word in listed or own_stems.fullmatch(word)) and not is_spared(word))}
    for word, bases in draft.bases.items():
        only_a_form = word in draft.classes and not draft.classes[word] & set("NVAOGF")
        if only_a_form and bases and bases <= rude and not is_spared(word):
            rude.add(word)
    for word in rude:
        draft.classes[word].add("R")
