module port

go 1.23

require starter v0.0.0

replace starter => ./starter
