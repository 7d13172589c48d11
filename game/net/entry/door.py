"""Admission: a certificate made for the table, and a code that is proved without being sent.

The connection is TLS with a self-signed certificate. SPAKE2 derives a key from the code that both sides know
and from the certificate's fingerprint as each side sees it. So an eavesdropper learns nothing, a man in the
middle, who must present another certificate, gets a different key, and a wrong code costs one attempt.
"""

from __future__ import annotations

import hashlib
import hmac
import ssl
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from game.net.entry.code import code_key
from game.net.protocol import Refused

TRIES = 3
SHUT_SECONDS = 60.0
_GUEST, _HOST = b"dominothek guest", b"dominothek host "


# --- the certificate ---


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate and its key, as PEM."""

    public: str
    private: str

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(ssl.PEM_cert_to_DER_cert(self.public))

    def server_context(self) -> ssl.SSLContext:
        """Return the TLS settings of the table."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        with tempfile.TemporaryDirectory(prefix="dominothek-") as folder:  # ssl reads only files
            path = Path(folder) / "table.pem"
            path.touch(mode=0o600)
            path.write_text(self.private + self.public, encoding="ascii")
            context.load_cert_chain(path)
        return context


def fingerprint_of(der: bytes) -> str:
    return hashlib.sha256(der).hexdigest()


def make_certificate() -> Certificate:
    """Make a certificate for one table, without personal data."""
    from cryptography import x509  # noqa: PLC0415 - only hosts need it
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415 - as above
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - as above

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "dominothek")])
    now = datetime.now(UTC)
    made = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=3650)).sign(key, hashes.SHA256()))
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                serialization.NoEncryption())
    return Certificate(made.public_bytes(serialization.Encoding.PEM).decode(), private.decode())


def guest_context() -> ssl.SSLContext:
    """Return the TLS settings of a guest; the certificate is verified by the code or a stored fingerprint."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


# --- proving the code ---


@dataclass(frozen=True, slots=True)
class Proofs:
    """Two authentication codes that can be computed only with the code and the same certificate."""

    guest: str
    host: str

    @classmethod
    def of(cls, key: bytes, fingerprint: str) -> Proofs:
        def made(side: bytes) -> str:
            return hmac.new(key, side + bytes.fromhex(fingerprint), hashlib.sha256).hexdigest()
        return cls(made(_GUEST), made(_HOST))


class Side(Protocol):
    """One side of SPAKE2."""

    def start(self) -> bytes: ...
    def finish(self, message: bytes, /) -> bytes: ...


class Knock:
    """The guest's side of the proof."""

    def __init__(self, code: str, fingerprint: str):
        from spake2 import SPAKE2_A  # noqa: PLC0415 - only guests need it

        self._fingerprint = fingerprint
        self._side: Side = SPAKE2_A(code_key(code), idA=_GUEST, idB=_HOST + bytes.fromhex(fingerprint))
        self.hello = self._side.start().hex()

    def proofs(self, answer: str) -> Proofs:
        """Return the proofs of both sides from the host's answer; raise Refused if it is none."""
        return _finish(self._side, answer, self._fingerprint)


class Door:
    """The host's side for all guests; refuses all of them for a while after too many wrong codes."""

    def __init__(self, code: str, fingerprint: str):
        self.code, self._fingerprint = code, fingerprint
        self._wrong = 0
        self._shut_until = 0.0

    def answer(self, hello: str, now: float) -> tuple[str, Proofs]:
        """Return the answer to a guest's hello and the resulting proofs; raise Refused while shut."""
        if now < self._shut_until:
            raise Refused("net.refuse.shut", n=max(1, round(self._shut_until - now)))
        from spake2 import SPAKE2_B  # noqa: PLC0415 - only hosts need it

        side: Side = SPAKE2_B(code_key(self.code), idA=_GUEST,
                              idB=_HOST + bytes.fromhex(self._fingerprint))
        own = side.start().hex()
        return own, _finish(side, hello, self._fingerprint)

    def check(self, proofs: Proofs, given: str, now: float) -> None:
        """Check the proof of a guest; count a wrong one and raise Refused."""
        if now < self._shut_until:
            raise Refused("net.refuse.shut", n=max(1, round(self._shut_until - now)))
        if hmac.compare_digest(proofs.guest.encode(), given.encode()):
            self._wrong = 0
            return
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong, self._shut_until = 0, now + SHUT_SECONDS
            raise Refused("net.refuse.shut", n=round(SHUT_SECONDS))
        raise Refused("net.refuse.code", n=TRIES - self._wrong)


def _finish(side: Side, message: str, fingerprint: str) -> Proofs:
    try:
        key = side.finish(bytes.fromhex(message))
    except Exception:  # spake2 raises various exceptions for an invalid message, even AssertionError
        raise Refused("net.refuse.code", n=0) from None
    return Proofs.of(key, fingerprint)
