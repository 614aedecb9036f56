// What the starter knows of the operations of allocator. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone.
#pragma once

constexpr auto table = R"(
alloc* number number > key -
alloc_at number number number > key -
alloc_back number number > key -
dealloc key > truth no
resize key number > truth no
reset > done -
mark > done -
rewind > done -
check key > number none
size_of key > number none
address key > number none
used > number -
write key number > truth no
)";
