module dyadic

go 1.23
