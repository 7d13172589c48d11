"""Real `nats-server`s for tests and benches of the club, started with the files that the club ships."""

from __future__ import annotations

import ipaddress
import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from rules.home import HOME

PROGRAM = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")
FILES = HOME / "game" / "net" / "club" / "servers"
HERE = "127.0.0.1"
PASSWORD, STATUS_PASSWORD = "for-workers", "for-status"


def why_not() -> str:
    """Return why real servers cannot be started here; empty if they can."""
    return "" if PROGRAM else "nats-server is not installed (apt-get install nats-server)"


def free_ports(count: int) -> list[int]:
    """Return ports that are free just now."""
    held = [socket.create_server((HERE, 0)) for _ in range(count)]
    ports = [int(one.getsockname()[1]) for one in held]
    for one in held:
        one.close()
    return ports


class Cluster:
    """One server, or three that form a cluster; each can be killed and started again."""

    def __init__(self, folder: Path, count: int = 3, stores: dict[int, Path] | None = None):
        self.folder, self.count = folder, count
        self._stores = stores or {}
        folder.mkdir(parents=True, exist_ok=True)
        _make_certificates(folder)
        ports = free_ports(2 * count)
        self._ports, self._routes = ports[:count], ports[count:]
        self._processes: list[subprocess.Popen[bytes] | None] = [None] * count
        for number in range(count):
            self.start(number)

    @property
    def ca(self) -> str:
        return str(self.folder / "ca.pem")

    def port(self, number: int) -> int:
        return self._ports[number]

    @property
    def running(self) -> list[int]:
        return [number for number, process in enumerate(self._processes) if process is not None]

    @property
    def processes(self) -> list[int]:
        return [process.pid for process in self._processes if process is not None]

    def url(self, number: int, user: str = "worker", port: int = 0) -> str:
        """Return the address of a server for a user; another port if something is in between."""
        password = PASSWORD if user == "worker" else STATUS_PASSWORD
        return f"tls://{user}:{password}@{HERE}:{port or self._ports[number]}"

    @property
    def urls(self) -> list[str]:
        return [self.url(number) for number in range(self.count)]

    def start(self, number: int) -> None:
        """Start a server, or start it again with what it had stored."""
        assert PROGRAM is not None
        store = self._stores.get(number, self.folder / f"store{number}")
        environment = {
            **os.environ, "CLUB_SERVER": f"club-{number + 1}", "CLUB_PORT": str(self._ports[number]),
            "CLUB_FOLDER": f'"{store}"', "CLUB_CERT": f'"{self.folder / "server.pem"}"',
            "CLUB_KEY": f'"{self.folder / "server.key"}"', "CLUB_CA": f'"{self.ca}"',
            "CLUB_PASSWORD": PASSWORD, "CLUB_STATUS_PASSWORD": STATUS_PASSWORD,
            "CLUB_ROUTE_PORT": str(self._routes[number]),
            **{f"CLUB_ROUTE_{n + 1}": f'"nats://{HERE}:{port}"' for n, port in enumerate(self._routes)}}
        with open(self.folder / f"server{number}.log", "ab") as log:
            self._processes[number] = subprocess.Popen(
                [PROGRAM, "-c", FILES / ("one.conf" if self.count == 1 else "three.conf"), "-a", HERE],
                env=environment, stdout=log, stderr=log)

    def wait(self, seconds: float = 20.0) -> None:
        """Wait until all servers that were started accept connections."""
        end = time.monotonic() + seconds
        for number, process in enumerate(self._processes):
            while process is not None:
                assert process.poll() is None, (self.folder / f"server{number}.log").read_text()[-2000:]
                with suppress(OSError), socket.create_connection((HERE, self._ports[number]), 1):
                    break
                assert time.monotonic() < end, "the servers do not start"
                time.sleep(0.05)

    def number_of(self, name: str) -> int:
        """Return the number of a server by its name in JetStream."""
        return int(name.removeprefix("club-")) - 1

    def kill(self, number: int) -> None:
        process, self._processes[number] = self._processes[number], None
        if process is not None:
            process.kill()
            process.wait()

    def close(self) -> None:
        for number in range(self.count):
            self.kill(number)


def _make_certificates(folder: Path) -> None:
    """Make a certificate that signs, and one for all servers of this machine that it has signed."""
    now = datetime.now(UTC)
    ca_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())

    def builder(name: str, public: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        return (x509.CertificateBuilder().subject_name(_named(name)).issuer_name(_named("club ca"))
                .public_key(public).serial_number(x509.random_serial_number())
                .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=2)))

    ca = builder("club ca", ca_key.public_key()).add_extension(
        x509.BasicConstraints(ca=True, path_length=0), critical=True).sign(ca_key, hashes.SHA256())
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HERE))])
    server = builder("server", key.public_key()).add_extension(address, critical=False).sign(
        ca_key, hashes.SHA256())
    for name, made in (("ca.pem", ca), ("server.pem", server)):
        (folder / name).write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "server.key").write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
