#!/usr/bin/env bash
# Install the kit of this copy of the repository, and verify a port: verify.sh [OPTION ...] PORT
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python3 -m pip install --quiet "$root" "$root/tests"
exec stablelist verify "$@"
