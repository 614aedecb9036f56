module port

go 1.23

require (
	bitset v0.0.0
	starter v0.0.0
	tables v0.0.0
)

replace (
	bitset => ..
	starter => ../../../stablelist_conformance/starters/family/go/starter
	tables => ../../tables
)
