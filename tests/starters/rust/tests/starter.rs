//! Tests of the starter by its answers to programs.

use std::cell::RefCell;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use starter_example::slot_map::{Key, SlotMap};
use starter_example::starter::{Lent, Port, Refusal, Tried};
use starter_example::{port, FIELDS};

type SlotMaps = Port<SlotMap, Key>;

fn contract(port: &SlotMaps, words: &str) -> String {
    port.answer(&format!("contract capacity=0 : {words}"))
}

fn layout(port: &SlotMaps, words: &str) -> String {
    port.answer(&format!("layout capacity=0 : {words}"))
}

fn keys(map: &SlotMap) -> Vec<Key> {
    map.iter().map(|(key, _)| key).collect()
}

/// All common operations of pools.
fn whole() -> SlotMaps {
    port()
        .insert_with(|map, factory| {
            let key = map.insert(0).ok_or(Refusal::Full)?;
            *map.get_mut(key).unwrap() = factory(key);
            Ok(())
        })
        .extend(|map, elements| elements.into_iter().map(|element| map.insert(element).ok_or(Refusal::Full)).collect())
        .put(|map, index, element| {
            let key = Key { index, generation: 0 };
            let displaced = map.get_mut(key).map(|place| std::mem::replace(place, element));
            Ok((key, displaced))
        })
        .pair(|map, one, other| (map.get(one).copied(), map.get(other).copied()))
        .at_mut(|map, key| map.get_mut(key))
        .each_mut(|map, change| keys(map).into_iter().for_each(|key| change(map.get_mut(key).unwrap())))
        .clear(|map| keys(map).into_iter().for_each(|key| _ = map.remove(key)))
        .keys(keys)
        .drain(|map| keys(map).into_iter().filter_map(|key| map.remove(key)).collect())
        .retain(|map, keep| {
            keys(map).into_iter().filter_map(|key| if keep(*map.get(key)?) { None } else { map.remove(key) }).collect()
        })
        .sort(|map, rank| {
            for key in keys(map) {
                let place = map.get_mut(key).unwrap();
                *place = rank(*place); // to show the ranks
            }
        })
        .reserve(|_, additional| if additional < 1000 { Ok(()) } else { Err(Refusal::Full) })
        .shrink_to_fit(|_| ())
        .repack(|_, key| Some(key))
        .reload(SlotMap::clone)
}

#[test]
fn the_handshake_leaves_out_what_the_port_does_not_have() {
    let without = "insert_with,extend,put,remove_many,pair,key_at,at_mut,each_mut,clear,keys,apply,inspect,exchange,\
                   traverse,lend,drain,retain,sort,reserve,shrink_to_fit,repack,reload,layout,cost";
    let said = port().answer("hello 5");
    assert_eq!(said, format!("port protocol=5 level=contract {FIELDS} without={without}"));
    let bare: SlotMaps = Port::new("name=x version=1 system=slab level=layout without=negative", |_| None);
    let said = bare.answer("hello 5");
    assert!(said.starts_with("port protocol=5 name=x version=1 system=slab level=layout without=add,"), "{said}");
    assert!(said.ends_with(",cost,forge,negative"), "{said}");
    let blind: SlotMaps = Port::new("name=x version=1 system=slab", |_| None).keys(keys);
    assert!(blind.answer("hello 5").ends_with(",keys"), "which needs at");
}

#[test]
fn every_operation_has_its_word() {
    let port = whole();
    assert_eq!(
        contract(&port, "add add remove:0 at:0 at:1 contains:0 contains:1 len is_empty"),
        "ok ok 0 none 1 no yes 1 no"
    );
    assert_eq!(contract(&port, "add replace:0:7 at:0 remove:0 replace:0:8"), "ok yes 7 7 no");
    assert_eq!(contract(&port, "insert_with at:0 extend:2 at:2"), "ok 0 [ok,ok] 2");
    assert_eq!(contract(&port, "add put:0 at:0"), "ok 0 1");
    assert_eq!(contract(&port, "add add pair:1:0 remove:0 pair:1:0"), "ok ok 1/0 0 1/none");
    assert_eq!(contract(&port, "add at_mut:0:5 each_mut:2 at:0"), "ok 5 ok 7");
    assert_eq!(contract(&port, "extend:3 keys retain:2:1 keys clear keys"), "[ok,ok,ok] [0,1,2] [0,2] [1] ok []");
    assert_eq!(contract(&port, "extend:4 sort:3 at:2 at:3"), "[ok,ok,ok,ok] ok 2 0");
    assert_eq!(
        contract(&port, "extend:2 reserve:3 reserve:2000 shrink_to_fit repack:1 reload drain each"),
        "[ok,ok] ok !full ok 1 ok [0,1] []"
    );
}

#[test]
fn a_stable_list_has_operations_of_its_own() {
    let lent = || Lent { pivot: 1, length: 2, others: vec![5, 3] };
    let port = port()
        .remove_many(|map, one, other| (map.remove(one), map.remove(other)))
        .key_at(|map, key| map.get(key).map(|&element| (key, element)))
        .apply(move |map, key| map.get(key).map(|_| lent()))
        .inspect(move |_, _| Some(lent()))
        .exchange(|_, _, _| Some((0, Some(1))))
        .traverse(|_| vec![(4, 1, 2), (2, 1, 4)])
        .layout(|_| "4|0".to_owned())
        .cost(|_| "0/0".to_owned());
    assert_eq!(
        contract(&port, "add add remove_many:0:1 add apply:0 apply:2 traverse"),
        "ok ok 0/1 ok none 1/2/[3,5] [2/1/4,4/1/2]"
    );
    assert_eq!(
        layout(&port, "add key_at:0 inspect:0 exchange:0:0 traverse layout cost"),
        "0.0 0.0=0 1/2/[5,3] 0/1 [4/1/2,2/1/4] 4|0 0/0"
    );
}

#[test]
fn two_keys_of_which_one_is_not_there() {
    let port = port()
        .pair(|_, _, _| panic!("a key was made up"))
        .remove_many(|_, _, _| panic!("a key was made up"))
        .exchange(|_, _, _| panic!("a key was made up"))
        .apply(|map, key| Some(Lent { pivot: *map.get(key)?, length: 0, others: Vec::new() }))
        .forge(|_, _| None);
    assert_eq!(
        contract(&port, "add pair:0:#0.0 pair:#0.0:0 exchange:0:#1.1 exchange:#1.1:0"),
        "ok 0/none none/0 0/none none"
    );
    assert_eq!(contract(&port, "add remove_many:#0.0:0 at:0"), "ok none/0 none");
}

#[test]
fn insertions_that_fail_have_a_number_and_no_key() {
    let words = "contract capacity=1 : add add at:1 remove:1 at:1~0.0 remove:0 add at:2";
    assert_eq!(port().answer(words), "ok !full none none none 0 ok 2");
}

#[test]
fn keys_that_are_forged() {
    assert_eq!(
        contract(&port(), "add at:#0.0 at:#0.1 at:#-1.0 at:0~0.0 at:0~0.1 at:0~0.-1 at:0~1.0"),
        "ok 0 none none 0 none none none"
    );
    let far = port().parts(|_| (u64::MAX, u64::MAX)).forge(|_, _| panic!("forged beyond what a number can hold"));
    assert_eq!(contract(&far, "add at:0~0.1 at:0~1.0"), "ok none none");
}

#[test]
fn only_the_index_of_a_key_counts_for_the_key_at_it() {
    let port = port()
        .key_at(|map, key| {
            let live = map.iter().find(|(live, _)| live.index == key.index);
            live.map(|(live, &element)| (live, element))
        })
        .forge(|index, id| (id == 0).then_some(Key { index: index as usize, generation: 0 }));
    assert_eq!(contract(&port, "add key_at:0 key_at:#0.7 key_at:#0.-1 key_at:0~0.-1 at:0~0.-1"), "ok 0 0 0 0 none");
    assert_eq!(contract(&port, "add key_at:#1.0 key_at:#-1.0 key_at:0~1.0"), "ok none none none");
}

#[test]
fn failures_have_their_words_and_the_program_goes_on() {
    let failing = port().at(|_, _| panic!("oops")).clear(|_| panic!("oops"));
    assert_eq!(contract(&failing, "add at:0 clear nonsense len"), "ok !other !other !other 1");
    let refusing: SlotMaps = Port::new(FIELDS, |_| None);
    assert_eq!(refusing.answer("contract : add len"), "!other !other");
    let lent = port().reserve(|_, _| Err(Refusal::Borrowed));
    assert_eq!(contract(&lent, "reserve:1"), "!borrow");
}

#[test]
fn what_a_container_documents_differently() {
    let says = |field: &str| {
        Port::new(&format!("{FIELDS} {field}"), |_| Some(SlotMap::default()))
            .add(|map: &mut SlotMap, element| map.insert(element).ok_or(Refusal::Full))
            .remove(|map, key| map.remove(key))
    };
    assert_eq!(contract(&says("remove=silent"), "add remove:0 remove:0"), "ok ok ok");
    assert_eq!(contract(&says("ids=only"), "add add remove:1 remove:1"), "ok ok yes no");
}

#[test]
fn a_container_that_is_lent() {
    let port: Port<RefCell<SlotMap>, Key> = Port::new(FIELDS, |_| Some(RefCell::default()))
        .add(|cell: &mut RefCell<SlotMap>, element| cell.borrow_mut().insert(element).ok_or(Refusal::Full))
        .remove(|cell, key| cell.borrow_mut().remove(key))
        .lend(|cell, attempt| {
            let lent = cell.borrow();
            if lent.is_empty() {
                return Tried::Nothing;
            }
            let taken = [("add", None, vec![]), ("remove", Some(0), vec![]), ("reserve", None, vec![7])];
            assert!(taken.contains(&(attempt.name, attempt.key.map(|key| key.index), attempt.numbers.clone())));
            Tried::Attempted(cell.try_borrow_mut().map(|_| ()).map_err(|_| Refusal::Borrowed))
        });
    let words = "contract : lend:add add lend:add lend:remove:0 lend:reserve:7";
    assert_eq!(port.answer(words), "none ok !borrow !borrow !borrow");
}

#[test]
fn lists_are_in_ascending_order_at_level_contract_only() {
    let backwards = port().each(|map, visit| {
        let mut items: Vec<_> = map.iter().map(|(key, &element)| (key, element)).collect();
        items.reverse();
        items.into_iter().for_each(|(key, element)| visit(key, element));
    });
    let eleven = ["add"; 11].join(" ");
    assert!(contract(&backwards, &format!("{eleven} each")).ends_with(" [0,1,2,3,4,5,6,7,8,9,10]"));
    assert!(layout(&backwards, "add add each").ends_with(" [1.0=1,0.0=0]"));
}

/// Returns the answers of a process to lines, and its standard error.
fn conversation(input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_starter-example"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

#[test]
fn lines() {
    let asked = b"\n\r\ncontract : add at:0\r\nhello 5\nnonsense \xff\ncontract : add\ncontract : ad";
    let said = conversation(asked);
    let expected = format!("ok 0\n{}\n!other\nok\n", port().answer("hello 5"));
    assert_eq!(String::from_utf8_lossy(&said.stdout), expected);
    assert!(said.stderr.is_empty() && said.status.success());
    assert!(conversation(b"").stdout.is_empty());
}

/// The lines of a file of the newest vectors.
fn vectors(name: &str) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let versions = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let newest = versions.max_by_key(|path| path.file_name().map(|name| (name.len(), name.to_owned()))).unwrap();
    std::fs::read_to_string(newest.join(name)).unwrap().lines().map(String::from).collect()
}

#[test]
fn the_vectors_that_the_port_can_take() {
    let port = port();
    let said = port.answer("hello 5");
    let without: Vec<&str> = said.split_once("without=").unwrap().1.split(',').collect();
    let manifest = vectors("MANIFEST.tsv");
    let entries = manifest.iter().map(|line| line.split('\t').collect::<Vec<_>>());
    let taken: Vec<&str> = entries
        .filter(|entry| entry[0].starts_with("slotmap/contract/"))
        .filter(|entry| entry[6].split(',').all(|need| !without.contains(&need)))
        .map(|entry| entry[0])
        .collect();
    assert!(taken.len() > 5);
    for path in taken {
        for (line, answer) in vectors(&format!("{path}.in")).iter().zip(vectors(&format!("{path}.out"))) {
            assert_eq!(port.answer(line), answer, "{line}");
        }
    }
}

#[test]
fn a_failure_is_told_once() {
    let said = conversation(b"contract : oops oops oops\n");
    assert_eq!(said.stdout, b"!other !other !other\n");
    assert_eq!(String::from_utf8_lossy(&said.stderr).matches("there is no operation oops").count(), 1);
}

#[test]
fn huge_lines() {
    let asked = format!("contract : {}each\n{}\n", "add ".repeat(30_000), "x".repeat(100_000_000));
    let said = String::from_utf8(conversation(asked.as_bytes()).stdout).unwrap();
    let answers: Vec<&str> = said.lines().collect();
    assert!(answers[0].ends_with(",29999]"));
    assert_eq!(answers[1], "!other");
}
