"""What the starter knows of the operations of sequence.

Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone.
"""

TABLE = """
push* number > done -
unshift number > done -
insert number number > done -
extend number number > done -
insert_many number number number > done -
pop > value -
shift > value -
remove_at number > value -
swap_remove number > value -
truncate number > done -
split_off number > sequence -
drain number number > sequence -
retain number number > sequence -
clear > done -
set number number > done -
swap number number > done -
reverse > done -
rotate number > done -
sort number > done -
get number > value -
from_end number > value -
contains number > truth -
index_of number > value -
slice number number > sequence -
len > number -
each > sequence -
each_backwards > sequence -
each_from number > sequence -
each_first number > sequence -
each_looking > sequence -
each_removing number number > sequence -
copy > clone -
swap_containers > exchange - both
equal > truth - both
append > done - both
"""
