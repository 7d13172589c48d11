"""The key pair that identifies this program to clubs, instead of passwords and e-mail addresses.

It is created on first use and stored in the data folder, readable only by its owner. A club receives the
public key and a signature over its own challenge and the certificate of the connection, so that a signature
can be neither replayed nor relayed by a man in the middle.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.data.files import write_atomically

_CONTEXT = b"dominothek club 1"
KEY_BYTES = 32
CHALLENGE_BYTES = 32


def signed_text(challenge: str, fingerprint: str, key: str) -> bytes:
    """Return the text to be signed, which binds the challenge, the club's certificate and the key."""
    return _CONTEXT + bytes.fromhex(challenge) + bytes.fromhex(fingerprint) + bytes.fromhex(key)


@dataclass(frozen=True, slots=True)
class Identity:
    """A key pair; `key` is the public key."""

    private: str
    key: str

    @classmethod
    def of(cls, private: str) -> Identity:
        """Return the key pair of a private key; raise ValueError."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - only visits to a club need it
            Ed25519PrivateKey,
        )

        pair = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private))
        return cls(private, pair.public_key().public_bytes_raw().hex())

    def sign(self, challenge: str, fingerprint: str) -> str:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - as above
            Ed25519PrivateKey,
        )

        pair = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.private))
        return pair.sign(signed_text(challenge, fingerprint, self.key)).hex()


def proves(key: str, challenge: str, fingerprint: str, signature: str) -> bool:
    """Return whether a signature was made by the owner of a key for this challenge and certificate."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - only a club needs it
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - as above
        Ed25519PublicKey,
    )

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), signed_text(challenge, fingerprint, key))
    except (InvalidSignature, ValueError):
        return False
    return True


def new_identity() -> Identity:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - only visits to a club need it
        Ed25519PrivateKey,
    )

    return Identity.of(Ed25519PrivateKey.generate().private_bytes_raw().hex())


def own_identity(folder: Path) -> Identity:
    """Return this program's key pair, made at the first call; one that cannot be stored ends with the run."""
    path = folder / "club" / "key"
    with suppress(OSError, ValueError):
        text = path.read_text("ascii").strip()
        if re.fullmatch("[0-9a-f]{64}", text):
            return Identity.of(text)
    made = new_identity()
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, made.private.encode())
        path.chmod(0o600)
    return made
