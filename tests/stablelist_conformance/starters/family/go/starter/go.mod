module starter

go 1.23
