"""For every operation and declaration that only some containers need, there is a port that needs it."""

import shlex
import sys
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.manifest import read_manifest
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_spec.families.documented import DECLARATIONS, KINDS

TOP = Path(__file__).parents[3]
PORTS = {port.name: port for port in read_manifest(TOP / "tests/ports/ports.toml")}
OPTIONS = Options(seed=7, operations=10_000, jobs=1, shrink_seconds=1.0, turns=1 << 13)

NEEDED: Final = [
    ("slab::Slab::remove", "panics=remove.stale"),
    ("slab::Slab::remove", "panics=remove.forged"),
    ("thunderdome::Arena::get2_mut", "panics=pair.same"),
    ("thunderdome::Arena", "insert_at=keeps"),
    ("stable_vec::StableVec::insert", "panics=put"),
    ("stable_vec::StableVec", "clear=forgets"),
    ("hecs::World", "ids=only"),
    ("std::list in C++", "stale=undefined"),
    ("std::list in C++", "remove=silent"),
    ("graph that documents least in JavaScript", "order=none"),
    ("graph that documents least in JavaScript", "remove_node=silent"),
]
"""Ports, with their declarations."""
SOON: Final = {"ids=only", "order=none", "remove_node=silent", "remove=silent", "insert_at=keeps"}
"""Declarations without which a port is refuted in seconds; `make nightly` leaves out the others, too."""

WITHOUT: Final = '''
"""Starts a port without something that its handshake declares."""
import subprocess
import sys

name, _, dropped = sys.argv[1].partition("=")
port = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, text=True)
for line in port.stdout:
    fields = dict(field.partition("=")[::2] for field in line.split()[1:])
    if line.startswith("port "):
        fields[name] = ",".join(v for v in fields[name].split(",") if v != dropped)
        line = " ".join(["port", *(f"{n}={v}" for n, v in fields.items() if v)]) + "\\n"
    print(line, end="", flush=True)
sys.exit(port.wait())
'''


def started(name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The command that starts a port, after it was built."""
    port = PORTS[name]
    missing = port.missing()
    if missing is not None:
        pytest.skip(missing)
    monkeypatch.chdir(TOP)
    port.prepare()
    return port.start


@pytest.mark.parametrize(
    ("name", "declared"),
    [pytest.param(*each, marks=[pytest.mark.soak] * (each[1] not in SOON)) for each in NEEDED],
)
def test_a_port_is_refuted_without_what_it_declares(
    name: str, declared: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without the declaration, the documented behaviour is wrong."""
    script = tmp_path / "without.py"
    script.write_text(WITHOUT)
    start = started(name, monkeypatch)
    verdict = verify(f"{shlex.join([sys.executable, str(script), declared])} {start}", OPTIONS)
    assert verdict.outcome is Outcome.REFUTED
    assert declared not in verdict.handshake.line()


def test_every_declaration_is_needed() -> None:
    """Every declaration and every kind of key occurs above; with them, the ports are verified."""
    assert {PORTS[name].expect for name, _ in NEEDED} == {Outcome.VERIFIED}
    declared = {declaration for _, declaration in NEEDED}
    assert declared >= {
        f"{each.field}={each.value}" for each in DECLARATIONS.values() if each.value
    }
    assert {kind for each in declared for kind in KINDS if each.endswith(f".{kind}")} == {*KINDS}
