module port

go 1.23

require (
	sequence v0.0.0
	starter v0.0.0
	tables v0.0.0
)

replace (
	sequence => ..
	starter => ../../../stablelist_conformance/starters/family/go/starter
	tables => ../../tables
)
