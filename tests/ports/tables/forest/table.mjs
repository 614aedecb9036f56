/** What the starter knows of the operations of forest. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone. */
export const TABLE = `
node* number > truth -
remove number > truth -
remove_subtree number > truth -
clear > done -
append* number number > done -
prepend number number > done -
before number number > done -
after number number > done -
descendants number > sequence -
contains number > truth -
parent number > value -
children number > sequence -
roots > value -
len > number -
`;
