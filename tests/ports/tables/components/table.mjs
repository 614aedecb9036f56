/** What the starter knows of the operations of components. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone. */
export const TABLE = `
make* > key -
remove key > truth no
clear > done -
insert* key number number > truth no
take key number > number none
get key number > number none
is_alive key > truth no
contains key number > truth no
entities > value -
each number > value -
join number > value -
`;
