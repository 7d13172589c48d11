"""Words of one length concatenated in one bytes object, without separators, for fast searches."""

from __future__ import annotations

from collections.abc import Iterable

from rules.words.language import ENCODING

FEW_HITS = 3
"""Length from which a fragment is so rare that `bytes.find` beats checking each word."""


def joined(words: Iterable[str]) -> dict[int, bytes]:
    """Return the distinct words by length, each length in alphabetical order."""
    by_length: dict[int, list[str]] = {}
    for word in sorted(set(words)):
        by_length.setdefault(len(word), []).append(word)
    return {length: "".join(group).encode(ENCODING) for length, group in by_length.items()}


def split(words: bytes, length: int) -> list[str]:
    """Return the words of one length as a list."""
    text = words.decode(ENCODING)
    return [text[at:at + length] for at in range(0, len(text), length)]


def removed(word: str, words: bytes) -> bytes:
    """Return the words without one of them."""
    for at in places(word, words, len(word)):
        return words[:at] + words[at + len(word):]
    return words


def containing(fragment: str, words: bytes, length: int) -> list[str]:
    """Return the words that contain the fragment, in their order."""
    if len(fragment) < FEW_HITS:
        return [word for word in split(words, length) if fragment in word]
    return [words[at:at + length].decode(ENCODING) for at in places(fragment, words, length)]


def places(fragment: str, words: bytes, length: int) -> Iterable[int]:
    """Yield the offsets of the words that contain the fragment."""
    sought, room = fragment.encode(ENCODING), length - len(fragment)
    hit = words.find(sought)
    while hit >= 0:
        offset = hit % length
        if offset <= room:
            yield hit - offset
            hit = words.find(sought, hit - offset + length)
        else:  # the hit spans two words
            hit = words.find(sought, hit + 1)
