/** What the starter knows of the operations of ring-buffer. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone. */
export const TABLE = `
push_back* number > done -
pop_front* > value -
clear > done -
peek > number -
len > number -
is_empty > truth -
is_full > truth -
layout > shown -
`;
