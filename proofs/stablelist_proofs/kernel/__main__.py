"""``python -m stablelist_proofs.kernel``."""

import sys

from .run import main

sys.exit(main())
