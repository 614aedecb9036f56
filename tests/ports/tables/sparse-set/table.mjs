/** What the starter knows of the operations of sparse-set. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone. */
export const TABLE = `
insert* number > truth -
remove* number > truth -
retain number number > value -
clear > done -
mark > done -
undo > number -
intersect > number - both
contains number > truth -
len > number -
is_empty > truth -
each > value -
layout > shown -
cost > shown -
`;
