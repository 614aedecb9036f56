/* Tests of the starter by its answers to programs. */

#define STABLELIST_STARTER_IMPLEMENTATION
#include "port.h"

static int failures;

static void check(const port_table *table, const char *line, const char *expected)
{
    port_text answer = {0};
    port_answer(table, line, &answer);
    if (strcmp(answer.text, expected) != 0) {
        printf("%s\n  expected %s\n  answered %s\n", line, expected, answer.text);
        failures++;
    }
    free(answer.text);
}

/* --- Further functions */

static port_status insert_with(void *map, port_factory factory, void *context)
{
    port_key key;
    if (add(map, -1, &key) != PORT_OK)
        return PORT_FULL;
    return replace(map, key, factory(context, key));
}

static port_status extend(void *map, const int64_t *elements, size_t count, port_key *keys)
{
    if (count > 1000)
        return PORT_FULL;
    for (size_t i = 0; i < count; i++)
        add(map, elements[i], &keys[i]);
    return PORT_OK;
}

static port_status put(void *map, size_t index, int64_t element, port_key *key, port_element *displaced)
{
    *key = (port_key){index, 0};
    displaced->present = at(map, *key, &displaced->element) == PORT_OK;
    return displaced->present ? replace(map, *key, element) : PORT_FULL;
}

static void pair(void *map, port_key one, port_key other, port_element elements[2])
{
    elements[0].present = at(map, one, &elements[0].element) == PORT_OK;
    elements[1].present = at(map, other, &elements[1].element) == PORT_OK;
}

static void remove_many(void *map, port_key one, port_key other, port_element elements[2])
{
    elements[0].present = remove_key(map, one, &elements[0].element) == PORT_OK;
    elements[1].present = remove_key(map, other, &elements[1].element) == PORT_OK;
}

static port_status key_at(void *map, port_key key, port_key *live, int64_t *element)
{
    const slot_map *slots = map;
    if (key.index >= slots->opened)
        return PORT_NONE;
    *live = (port_key){key.index, slots->slots[key.index].generation};
    return at(map, *live, element);
}

static port_status at_mut(void *map, port_key key, int64_t difference, int64_t *element)
{
    if (at(map, key, element) != PORT_OK)
        return PORT_NONE;
    *element += difference;
    return replace(map, key, *element);
}

static void each_mut(void *map, int64_t difference)
{
    for (size_t i = 0; i < ((slot_map *)map)->opened; i++)
        ((slot_map *)map)->slots[i].element += difference;
}

static port_status remove_some(void *container, port_keep keep, void *context, port_text *removed)
{
    slot_map *map = container;
    for (size_t i = 0; i < map->opened; i++) {
        int64_t element = map->slots[i].element;
        if (map->slots[i].live && (keep == NULL || !keep(context, element))) {
            slot_map_remove(map, i, map->slots[i].generation, &element);
            if (removed != NULL)
                port_append(removed, element);
        }
    }
    return PORT_OK;
}

static port_status drain(void *map, port_text *removed)
{
    return remove_some(map, NULL, NULL, removed);
}

static void clear(void *map)
{
    remove_some(map, NULL, NULL, NULL);
}

/* Puts the rank of every element in its place. */
static port_status show_ranks(void *container, port_rank rank, void *context)
{
    slot_map *map = container;
    for (size_t i = 0; i < map->opened; i++)
        map->slots[i].element = rank(context, map->slots[i].element);
    return PORT_OK;
}

static port_status reserve(void *map, size_t additional)
{
    (void)map;
    return additional < 1000 ? PORT_OK : PORT_FULL;
}

static port_status shrink_to_fit(void *map)
{
    (void)map;
    return PORT_OK;
}

static port_status repack(void *map, port_key key, port_key *unpacked)
{
    (void)map;
    *unpacked = key;
    return PORT_OK;
}

static void *reload(void *container)
{
    slot_map *map = container, *copy = slot_map_new(map->capacity);
    *copy = *map;
    copy->slots = malloc(map->opened * sizeof *map->slots);
    memcpy(copy->slots, map->slots, map->opened * sizeof *map->slots);
    return copy;
}

static port_status apply(void *map, port_key key, int64_t *pivot, size_t *length, port_text *others)
{
    if (at(map, key, pivot) != PORT_OK)
        return PORT_NONE;
    *length = 2;
    port_append(others, 5);
    port_append(others, 3);
    return PORT_OK;
}

static port_status exchange(void *map, port_key key, port_key other, port_element elements[2])
{
    elements[0].present = elements[1].present = true;
    at(map, key, &elements[0].element);
    return at(map, other, &elements[1].element);
}

static void traverse(void *map, port_pivot visit, void *context)
{
    (void)map;
    visit(context, 4, 1, 2);
    visit(context, 2, 1, 4);
}

static void layout(void *map, port_text *answer)
{
    port_write(answer, "%zu|0", len(map));
}

static void cost(void *map, port_text *answer)
{
    (void)map;
    port_write(answer, "0/0");
}

static port_table whole(void)
{
    port_table table = port;
    table.insert_with = insert_with;
    table.extend = extend;
    table.put = put;
    table.pair = pair;
    table.remove_many = remove_many;
    table.key_at = key_at;
    table.at_mut = at_mut;
    table.each_mut = each_mut;
    table.clear = clear;
    table.keys = each;
    table.drain = drain;
    table.retain = remove_some;
    table.sort = show_ranks;
    table.reserve = reserve;
    table.shrink_to_fit = shrink_to_fit;
    table.repack = repack;
    table.reload = reload;
    table.apply = table.inspect = apply;
    table.exchange = exchange;
    table.traverse = traverse;
    table.layout = layout;
    table.cost = cost;
    return table;
}

/* --- Tests */

static void the_handshake(void)
{
    check(&port, "hello 5",
          "port protocol=5 level=contract " FIELDS " without=insert_with,extend,put,remove_many,pair,key_at,at_mut,each_mut,"
          "clear,keys,apply,inspect,exchange,traverse,lend,drain,retain,sort,reserve,shrink_to_fit,repack,reload,layout,cost");
    port_table other = whole();
    other.lend = true;
    other.fields = "name=x version=1 system=stablelist level=cost id_bits=32 without=negative index_bits=8";
    check(&other, "hello 5",
          "port protocol=5 name=x version=1 system=stablelist level=cost id_bits=32 without=negative index_bits=8");
    other.forge = NULL;
    check(&other, "hello 5",
          "port protocol=5 name=x version=1 system=stablelist level=cost id_bits=32 without=forge,negative index_bits=8");
    other.at = NULL; /* which keys and repack need */
    check(&other, "hello 5",
          "port protocol=5 name=x version=1 system=stablelist level=cost id_bits=32 without=at,keys,repack,forge,negative index_bits=8");
}

static void every_operation_has_its_word(void)
{
    port_table table = whole();
    check(&table, "contract : add add remove:0 at:0 at:1 contains:0 contains:1 len is_empty", "ok ok 0 none 1 no yes 1 no");
    check(&table, "contract : add replace:0:7 at:0 remove:0 replace:0:8", "ok yes 7 7 no");
    check(&table, "contract : insert_with at:0 extend:2 at:2 extend:1001", "ok 0 [ok,ok] 2 !full");
    check(&table, "contract : extend:0 put:0 add put:0 at:2", "[] !full ok 1 2");
    check(&table, "contract : add add pair:1:0 remove:0 pair:1:0", "ok ok 1/0 0 1/none");
    check(&table, "contract : add at_mut:0:5 each_mut:2 at:0 at_mut:1:1", "ok 5 ok 7 none");
    check(&table, "contract : extend:3 keys retain:2:1 keys clear keys", "[ok,ok,ok] [0,1,2] [0,2] [1] ok []");
    check(&table, "contract : extend:4 sort:3 at:2 at:3", "[ok,ok,ok,ok] ok 2 0");
    check(&table, "contract : extend:2 reserve:3 reserve:2000 shrink_to_fit repack:1 reload drain each",
          "[ok,ok] ok !full ok 1 ok [0,1] []");
    check(&table, "contract : add add remove_many:0:1 add apply:0 apply:2 traverse",
          "ok ok 0/1 ok none 2/2/[3,5] [2/1/4,4/1/2]");
    check(&table, "layout : add add key_at:0 inspect:0 exchange:0:1 traverse layout cost",
          "0.0 1.0 0.0=0 0/2/[5,3] 0/1 [4/1/2,2/1/4] 2|0 0/0");
}

static void keys_that_are_not_there(void)
{
    port_table table = whole();
    check(&table, "contract capacity=1 : add add at:1 remove:1 at:1~0.0 remove:0 add at:2", "ok !full none none none 0 ok 2");
    check(&table, "contract : add at:#0.0 at:#0.1 at:#-1.0 at:0~0.0 at:0~0.1 at:0~0.-1 at:0~1.0",
          "ok 0 none none 0 none none none");
    check(&table, "contract : add at:#18446744073709551615.0 at:0~0.18446744073709551615", "ok none none");
    check(&table, "contract : add pair:0:#7.7 pair:#7.7:0 pair:0:#-1.0 exchange:0:#-1.1 exchange:#-1.1:0",
          "ok 0/none none/0 0/none 0/none none");
    check(&table, "contract : add remove_many:#-1.0:0 at:0", "ok none/0 none");
}

static void what_a_container_documents_differently(void)
{
    port_table table = port;
    table.fields = FIELDS " remove=silent";
    check(&table, "contract : add remove:0 remove:0", "ok ok ok");
    table.fields = FIELDS " ids=only";
    check(&table, "contract : add add remove:1 remove:1", "ok ok yes no");
}

static port_status borrowed(void *map, port_key key, int64_t *element)
{
    (void)map, (void)key, (void)element;
    return PORT_BORROWED;
}

static void failures_and_loans(void)
{
    port_table table = port;
    check(&table, "contract : add clear nonsense at len", "ok !other !other !other 1");
    table.lend = true;
    check(&table, "contract : add lend:add add each at:1", "ok ok ok [0,1,1] 1");
    table.remove = borrowed;
    check(&table, "contract : lend:remove:0 add lend:remove:0 lend:remove:#-1.1", "none ok !borrow !borrow");
}

static void backwards(void *container, port_visit visit, void *context)
{
    slot_map *map = container;
    for (size_t i = map->opened; i-- > 0;)
        visit(context, (port_key){i, map->slots[i].generation}, map->slots[i].element);
}

static void lists_are_sorted_at_level_contract(void)
{
    port_table table = port;
    table.each = backwards;
    check(&table, "contract : add add add add add add add add add add add each",
          "ok ok ok ok ok ok ok ok ok ok ok [0,1,2,3,4,5,6,7,8,9,10]");
    check(&table, "layout : add add each", "0.0 1.0 [1.0=1,0.0=0]");
}

/* --- Lines */

static port_status forge_no_id(uint64_t index, uint64_t id, port_key *key)
{
    *key = (port_key){index, id};
    return id == 0 ? PORT_OK : PORT_NONE;
}

/* `key_at` ignores the id, even if no key can have it. */
static void keys_by_index(void)
{
    port_table table = whole();
    table.forge = forge_no_id;
    check(&table, "contract : add key_at:0 key_at:#0.7 key_at:#0.-1 key_at:0~0.-1 at:0~0.-1", "ok 0 0 0 0 none");
    check(&table, "contract : add key_at:#1.0 key_at:#-1.0 key_at:0~1.0 key_at:9", "ok none none none none");
}

/* Lines that the judge never sends do no harm. */
static void operands_that_make_no_sense(void)
{
    port_table table = whole();
    check(&table, "contract : add retain:0:0 sort:0 extend:99999999999 len", "ok !other !other !other 1");
    check(&table, "contract : add at:#9 at:0~9 at:#9. at:#. at:#", "ok none none none 0 0");
    table.lend = true;
    check(&table, "contract : add lend:remove lend: lend len", "ok !other !other !other 1");
}

static void lines(void)
{
    FILE *input = tmpfile(), *output = tmpfile();
    fputs("\n\r\ncontract : add at:0\r\nnonsense\ncontract : add\ncontract : ad", input);
    rewind(input);
    char said[100] = "";
    if (port_serve(&port, input, output) != EXIT_SUCCESS)
        failures++;
    rewind(output);
    said[fread(said, 1, sizeof said - 1, output)] = '\0';
    if (strcmp(said, "ok 0\n!other\nok\n") != 0) {
        printf("lines: answered %s", said);
        failures++;
    }
    fclose(input);
    fclose(output);
}

static void huge_lines(void)
{
    FILE *input = tmpfile(), *output = tmpfile();
    fputs("contract :", input);
    for (int i = 0; i < 30000; i++)
        fputs(" add", input);
    fputs(" each\n", input);
    for (int i = 0; i < 100000000; i++)
        putc('x', input);
    fputs("\n", input);
    rewind(input);
    port_serve(&port, input, output);
    char said[32];
    fseek(output, -21, SEEK_END);
    said[fread(said, 1, sizeof said - 1, output)] = '\0';
    if (strcmp(said, "29997,29998,29999]\n!other\n" + 5) != 0) {
        printf("huge lines: answered %s", said);
        failures++;
    }
    fclose(input);
    fclose(output);
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } TESTS[] = {
        {"the_handshake", the_handshake},
        {"every_operation_has_its_word", every_operation_has_its_word},
        {"keys_that_are_not_there", keys_that_are_not_there},
        {"what_a_container_documents_differently", what_a_container_documents_differently},
        {"failures_and_loans", failures_and_loans},
        {"lists_are_sorted_at_level_contract", lists_are_sorted_at_level_contract},
        {"keys_by_index", keys_by_index},
        {"operands_that_make_no_sense", operands_that_make_no_sense},
        {"lines", lines},
        {"huge_lines", huge_lines},
    };
    for (size_t i = 0; i < sizeof TESTS / sizeof *TESTS; i++)
        if (count == 2 && strcmp(arguments[1], TESTS[i].name) == 0) {
            TESTS[i].run();
            return failures > 0;
        }
    fprintf(stderr, "name one test\n");
    return 2;
}
