"""``python -m stablelist_proofs.contracts``."""

import sys

from .run import main

sys.exit(main())
