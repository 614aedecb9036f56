module ports

go 1.24.0

// Pinned exactly: a verdict is about one release. The handshakes repeat the numbers.
require (
	github.com/zyedidia/generic v1.2.1
	gonum.org/v1/gonum v0.17.0
	starter v0.0.0
)

replace starter => ../../stablelist_conformance/starters/go/starter
