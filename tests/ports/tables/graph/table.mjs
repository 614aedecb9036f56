/** What the starter knows of the operations of graph. Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone. */
export const TABLE = `
add_node* > key -
add_edge* key key > key !missing
node key > value none
edge key > value none
endpoints key > value none
find_edge key key > value none
neighbours key > sequence []
outgoing key > sequence []
incoming key > sequence []
incident key > value []
degree key > number none
node_count > number -
edge_count > number -
nodes > value -
edges > value -
remove_node* key > value []
remove_edge key > value none
clear_edges > value -
clear > done -
copy > clone -
swap_containers > exchange - both
equal > truth - both
`;
