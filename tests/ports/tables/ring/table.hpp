// What the starter knows of the operations of ring. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone.
#pragma once

constexpr auto table = R"(
push_back* number > done -
push_front number > done -
extend number number > done -
pop_back > value -
pop_front* > value -
drain number number > sequence -
truncate number > done -
clear > done -
peek > number -
get number > value -
from_end number > value -
len > number -
is_empty > truth -
is_full > truth -
each > sequence -
each_backwards > sequence -
rotate number > done -
make_contiguous > done -
each_from number > sequence -
each_first number > sequence -
each_looking > sequence -
each_removing number number > sequence -
copy > clone -
swap_containers > exchange - both
equal > truth - both
append > done - both
)";
