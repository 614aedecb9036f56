module ports

go 1.24.0

// Pinned exactly: a verdict is about one release. The handshakes repeat the numbers.
require (
	family v0.0.0
	github.com/emirpasic/gods v1.18.1
	github.com/emirpasic/gods/v2 v2.0.0-alpha
	github.com/gammazero/deque v1.1.0
	github.com/hashicorp/golang-lru/v2 v2.0.7
	github.com/tidwall/btree v1.8.2
	github.com/zyedidia/generic v1.2.1
	golang.org/x/net v0.44.0
	gonum.org/v1/gonum v0.17.0
	starter v0.0.0
	tables v0.0.0
)

replace (
	family => ../../stablelist_conformance/starters/family/go/starter
	starter => ../../stablelist_conformance/starters/go/starter
	tables => ../tables
)
