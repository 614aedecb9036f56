module tables

go 1.23
