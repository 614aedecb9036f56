"""Tiny ports, written here in a few lines of Python and started as commands."""

import shlex
import sys

from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level

HANDSHAKE = (
    "port protocol=5 name=tiny version=1 system=slotmap level=contract id_bits=0 "
    "without=contains,is_empty,clear,each,keys,drain,retain,insert_with,extend,put,pair,replace,at_mut,each_mut,"
    "lend,reserve,shrink_to_fit,repack,reload,forge"
)

TINY = """
import os, sys, time
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["hello"]:
        print(HANDSHAKE, flush=True)
        continue
    live, added, said = {}, 0, []
    for word in line.partition(" : ")[2].split():
        name, _, number = word.partition(":")
        if name == "add":
            live[str(added)] = added
            added += 1
            said.append("ok")
        elif name == "len":
            said.append(str(len(live)))
        elif name == "remove":
            said.append(str(live.pop(number, "none")))
        else:
            said.append(str(live.get(number, "none")))
        AFTER_WORD
    answer = " ".join(said)
    ANSWER
AT_END
"""
"""A right slot map, whose keys are never used again; the words in capitals are replaced."""

ANSWER = "print(answer, flush=True)"

DEFECT = "if name == 'remove' and said[-1] == '1': live.clear()"
"""A defect: the removal of element 1 removes everything."""


def command(script: str) -> str:
    """The command line that runs a script, without the packages of this environment."""
    return shlex.join([sys.executable, "-I", "-S", "-c", script])


def model(system: str = "stablelist") -> str:
    """The command line of the model of a system, as a port."""
    arguments = ("-m", "stablelist_conformance", "serve", "--model", "--system", system)
    return shlex.join([sys.executable, *arguments])


def declared(port: str) -> Handshake:
    """The handshake at contract level of a port, which is a system and what it declares."""
    system, *fields = port.split()
    usual = Handshake("a", "1", system, Level.CONTRACT).line().split()[1:]
    said = dict(field.split("=") for field in (*usual, *fields))
    return parse_handshake(" ".join(("port", *(f"{name}={value}" for name, value in said.items()))))


def script_of(port: str) -> str:
    """The script behind a command line that `command` made."""
    return shlex.split(port)[-1]


def tiny(
    *, handshake: str = HANDSHAKE, after_word: str = "", answer: str = ANSWER, at_end: str = ""
) -> str:
    """The command line of a tiny port with something wrong, or nothing."""
    script = TINY.replace("HANDSHAKE", repr(handshake)).replace("AFTER_WORD", after_word or "pass")
    return command(script.replace("ANSWER", answer).replace("AT_END", at_end))
