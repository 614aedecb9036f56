module bitset

go 1.23
