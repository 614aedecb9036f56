// Package table has what the starter knows of the operations of heap. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone.
package table

// Rows are those of the operations.
const Rows = `
put* number number > value -
change number number > value -
remove number > value -
pop* > value -
clear > done -
peek > value -
priority number > value -
contains number > truth -
len > number -
entries > value -
`
