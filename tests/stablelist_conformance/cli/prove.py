"""The command ``stablelist prove``: properties of a StableList of every size."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from stablelist_conformance.cli.jobs import jobs_option
from stablelist_conformance.cli.types import Count
from stablelist_conformance.wire.errors import UsageError

__all__ = ["prove"]


@click.command()
@click.option("--only", default="", help="Only obligations whose name contains this.")
@click.option(
    "--transitions",
    default=100_000,
    show_default=True,
    type=Count(1),
    help="How many random transitions of the model to compare with the formulas.",
)
@jobs_option
@click.option(
    "--export", type=click.Path(path_type=Path), help="Folder for the obligations as SMT-LIB 2."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="File for the results and their times, as JSON.",
)
def prove(**given: Any) -> None:
    """Prove properties of a StableList of every size.

    Each obligation goes to Z3 and to cvc5, each planted defect must be refuted, and the formulas
    are compared with the executable model.

    \b
    Examples:
      stablelist prove                                   all of it, in some minutes
      stablelist prove --only retired_key_never_resolves
      stablelist prove --export smt2                     for any other solver

    \b
    Exit status: 0 proved, 1 a counterexample, 2 bad usage or a missing solver, 3 not proved.
    """
    from stablelist_proofs.core.solvers import MissingSolverError
    from stablelist_proofs.prove import CannotProveError, Options
    from stablelist_proofs.prove import prove as proved
    from stablelist_proofs.resources import ResourceError

    try:
        sys.exit(proved(Options(**given), click.echo))
    except (CannotProveError, MissingSolverError, ResourceError) as error:
        raise UsageError(str(error)) from None
