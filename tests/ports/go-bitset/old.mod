module port

go 1.24.0

// A release with a defect; go.mod has the newest one.
require (
	family v0.0.0
	github.com/bits-and-blooms/bitset v1.3.1
	tables v0.0.0
)

replace (
	family => ../../stablelist_conformance/starters/family/go/starter
	tables => ../tables
)
