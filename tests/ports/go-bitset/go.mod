module port

go 1.24.0

// The newest release; old.mod has the one with the defect.
require (
	family v0.0.0
	github.com/bits-and-blooms/bitset v1.29.0
	tables v0.0.0
)

replace (
	family => ../../stablelist_conformance/starters/family/go/starter
	tables => ../tables
)
