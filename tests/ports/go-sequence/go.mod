module sequence

go 1.23
