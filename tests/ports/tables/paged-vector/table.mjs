/** What the starter knows of the operations of paged-vector. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone. */
export const TABLE = `
push* number > done -
extend number number > done -
pop > value -
truncate number > done -
clear > done -
set number number > done -
get number > value -
len > number -
each > sequence -
layout > shown -
`;
