// Package table has what the starter knows of the operations of set. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone.
package table

// Rows are those of the operations.
const Rows = `
insert* number > truth -
insert_range number number > number -
insert_at number number > truth -
remove* number > truth -
remove_range number number > number -
remove_at number > value -
cut number > number -
retain number number > value -
clear > done -
flip number > number -
flip_range number number > number -
mark > done -
undo > number -
compact > done -
copy > clone -
swap_containers > exchange - both
equal > truth - both
union > number - both
intersect > number - both
subtract > number - both
contains number > truth -
next number > number -
rank number > number -
index_of number > number -
nth number > number -
count_range number number > number -
first > number -
last > number -
len > number -
is_empty > truth -
each > value -
each_in_order > sequence -
each_backwards > sequence -
each_from number > sequence -
each_first number > sequence -
each_looking > value -
each_removing number number > value -
`
