"""``python -m stablelist_proofs.contracts``."""

import signal
import sys

from .run import main

# Whoever reads its lines may have read enough: no traceback for that.
if hasattr(signal, "SIGPIPE"):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
sys.exit(main())
