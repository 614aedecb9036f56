//! The port @name@: maps each operation of the port protocol to a method of your container.
//!
//! Fill in the blanks. Of the operations below them, remove the // from those that your container has; the port says
//! that it lacks the others. An element is a `u64`.

mod starter;

use std::io;

use starter::Port;
// BLANK: use your container.

type Container = (); // BLANK: its type, with elements of type u64
type Key = (); // BLANK: the type of its keys

// BLANK: your container's version, and how many bits the id (version, generation) and the index of a key have; 0 if there
// is no bound.
const FIELDS: &str = concat!(
    "name=@name@ version=0.1.0 system=@system@",
    // @@ fixed-arena
    " capacity=fixed", // a program says how many cells there are
    // @@ id_bits
    " id_bits=32",
    // @@ parity
    // If only every second number is used as a version (for example, only odd numbers), append " parity=yes".
    // @@ index_bits
    " index_bits=32",
    // @@ maximum
    " without=maximum", // remove this line if the container can have a maximum number of elements
    // @@ layout
    " level=contract", // `layout` or `cost`, once the port shows what these ask for
    // @@
);

fn main() -> io::Result<()> {
    Port::new(FIELDS, |_parameters| Some(blank::<Container>("make a new, empty container")))
        .add(|_container, _element| Ok(blank::<Key>("add the element; Err(Refusal::Full) if there is no room")))
        .remove(|_container, _key| blank("remove by key; the element, or None"))
        // @@ insert_with
        // .insert_with(|container, factory| Ok(_ = container.insert_with_key(|key| factory(key))))
        // @@ extend
        // .extend(|container, elements| Ok(container.extend(elements))) // the keys; all elements or none
        // @@ put
        // .put(|container, index, element| Ok((key, displaced))) // displaced is what was at the index, or None
        // @@ insert_at
        // .insert_at(|container, key, element| Ok((its_key, displaced))) // at the slot of a key, which may be retired
        // @@ remove_many
        // .remove_many(|container, one, other| container.remove_many(one, other))
        // @@ at
        // .at(|container, key| container.get(key).copied())
        // @@ pair
        // .pair(|container, one, other| container.get_two(one, other)) // an element or None for each
        // @@ key_at
        // .key_at(|container, key| Some((live, element))) // the key that is live at key's index, or None
        // @@ at
        // .contains(|container, key| container.contains_key(key))
        // @@ replace
        // .replace(|container, key, element| container.replace(key, element)) // whether the key was found
        // @@ at_mut
        // .at_mut(|container, key| container.get_mut(key))
        // @@ each_mut
        // .each_mut(|container, change| container.values_mut().for_each(change))
        // @@
        // .len(|container| container.len())
        // .is_empty(|container| container.is_empty())
        // .clear(|container| container.clear())
        // .each(|container, visit| container.iter().for_each(|(key, &element)| visit(key, element)))
        // @@ keys
        // .keys(|container| container.keys().collect())
        // @@ apply
        // .apply(|container, key| Some(Lent { pivot, length, others })) // what the view of all others shows
        // .inspect(|container, key| Some(Lent { pivot, length, others }))
        // .exchange(|container, key, other| Some((element, other_element))) // as they were before
        // .traverse(|container| vec![(pivot, length, sum)]) // for each element, and the view of all others
        // @@ lend
        // .lend(|container, attempt| ...) // only if the container locks itself at run time: see `Attempt`, `Tried`
        // @@ drain
        // .drain(|container| container.drain().collect())
        // @@ retain
        // .retain(|container, keep| container.extract_if(|&element| !keep(element)).collect())
        // @@ each_removing
        // .each_removing(|container, keep| visited) // all elements; it removes as retain does
        // @@ each_first
        // .each_first(|container, most| visited) // all elements, after an iteration was left
        // @@ sort
        // .sort(|container, rank| container.sort_by_key(|&element| rank(element)))
        // @@ reserve
        // .reserve(|container, additional| Ok(container.reserve(additional)))
        // .shrink_to_fit(|container| container.shrink_to_fit())
        // @@ repack
        // .repack(|_, key| Some(Key::from_bits(key.to_bits())))
        // @@ reload
        // .reload(|container| container.clone()) // a copy in which the same keys are live
        // @@ copy
        // .copy(|container| container.clone()) // the same keys are live in it
        // .swap_containers(std::mem::swap)
        // .equal(|container, other| container == other) // the same elements under the same keys
        // @@ layout
        // .layout(|container| todo!("what the page of the system says, for level layout"))
        // .cost(|container| todo!("what the page of the system says, for level cost"))
        // @@ forge
        // .forge(|index, id| Some(Key::from_parts(index, id))) // or None, if no key can be that
        // .parts(|key| (key.index(), key.id()))
        // @@
        .serve()
}

fn blank<T>(what: &str) -> T {
    panic!("fill in the blank: {what}")
}
