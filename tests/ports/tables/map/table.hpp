// What the starter knows of the operations of map. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone.
#pragma once

constexpr auto table = R"(
put* number number > value -
put_if_absent number number > value -
remove number > value -
swap_remove number > value -
pop_first > value -
pop_last > value -
retain number number > value -
clear > done -
get number > value -
add_to number number > value -
peek number > value -
contains number > truth -
len > number -
keys > value -
values > value -
entries > value -
each > sequence -
each_backwards > sequence -
first > value -
last > value -
entry_at number > value -
each_from number > sequence -
each_first number > sequence -
each_looking > value -
each_removing number number > value -
copy > clone -
swap_containers > exchange - both
equal > truth - both
append > done - both
)";
