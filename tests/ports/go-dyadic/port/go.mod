module port

go 1.23

require (
	dyadic v0.0.0
	starter v0.0.0
)

replace (
	dyadic => ..
	starter => ../../../stablelist_conformance/starters/go/starter
)
