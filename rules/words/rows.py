"""Words of one length behind one another in one piece of memory: the form in which thousands are searched."""

from __future__ import annotations

from collections.abc import Iterable

FEW_HITS = 3
"""Shorter fragments stand in so many words that looking at each word is faster than leaping from hit to hit."""


def joined(words: Iterable[str]) -> dict[int, bytes]:
    """By length: the words in the order of the alphabet, each once."""
    by_length: dict[int, list[str]] = {}
    for word in sorted(set(words)):
        by_length.setdefault(len(word), []).append(word)
    return {length: "".join(group).encode() for length, group in by_length.items()}


def split(words: bytes, length: int) -> list[str]:
    text = words.decode()
    return [text[at:at + length] for at in range(0, len(text), length)]


def without(word: str, words: bytes) -> bytes:
    """The same words but this one."""
    for at in places(word, words, len(word)):
        return words[:at] + words[at + len(word):]
    return words


def containing(fragment: str, words: bytes, length: int) -> list[str]:
    """Those that have the fragment in them, in their order."""
    if len(fragment) < FEW_HITS:
        return [word for word in split(words, length) if fragment in word]
    return [words[at:at + length].decode() for at in places(fragment, words, length)]


def places(fragment: str, words: bytes, length: int) -> Iterable[int]:
    """Where the words begin that have the fragment in them."""
    sought, room = fragment.encode(), length - len(fragment)
    hit = words.find(sought)
    while hit >= 0:
        offset = hit % length
        if offset <= room:
            yield hit - offset
            hit = words.find(sought, hit - offset + length)
        else:  # it stretches from one word into the next
            hit = words.find(sought, hit + 1)
