"""``python -m stablelist_proofs.contracts``."""

import signal
import sys

from .run import main

# The reader of the pipe may close it early (`| head`): that needs no traceback.
if hasattr(signal, "SIGPIPE"):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
sys.exit(main())
