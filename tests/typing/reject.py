"""What a type checker must reject; run by tests/suite/impl/test_typing.py."""

from stablelist import Key, StableAccess, StableInspection, StableList, StableView, Truncate, ids

numbers = StableList[int]()
words = StableList[str]()
number = numbers.add(1)
word = words.add("ant")

# A key of one element type on a list of another.
words.at(number)  # expect: error[arg-type]
words.remove(number)  # expect: error[arg-type]
words.contains(number)  # expect: error[arg-type]
words.apply(number, print)  # expect: error[arg-type]
words.inspect(word, lambda _, others: others.at(number))  # expect: error[arg-type]
words.get(number)  # expect: error[arg-type]
words.pop(number)  # expect: error[arg-type]
words.replace(number, "bee")  # expect: error[arg-type]
words.at_mut(number, str.upper)  # expect: error[arg-type]
words.inspect(number, print)  # expect: error[arg-type]
words.pack(number)  # expect: error[arg-type]
words[number]  # expect: error[index]
words[number] = "bee"  # expect: error[index]
del words[number]  # expect: error[arg-type]
misplaced: Key[str] = number  # expect: error[assignment]

# A key of a subtype is no key of its supertype: what it names could be replaced.
truth = StableList[bool]().add(True)
numbers.at(truth)  # expect: error[arg-type]

# What is not a key.
words.at(0)  # expect: error[arg-type]
words.at(None)  # expect: error[arg-type]
words.at((0, 0))  # expect: error[arg-type]
words.get("ant", "bee")  # expect: error[call-overload]
words[0]  # expect: error[index]
words.pack(7)  # expect: error[arg-type]
words.unpack(word)  # expect: error[arg-type]
Key[int]("0", 0)  # expect: error[arg-type]
Key[int](0, 1.5)  # expect: error[arg-type]

# An element of the wrong type.
numbers.add("ant")  # expect: error[arg-type]
numbers.extend(["ant"])  # expect: error[list-item]
numbers.insert_with(lambda key: "ant")  # expect: error[arg-type, return-value]
words.replace(word, 1)  # expect: error[arg-type]
words[word] = 1  # expect: error[assignment]
words.at_mut(word, len)  # expect: error[arg-type]
words.each_mut(lambda key, element: 1)  # expect: error[arg-type, return-value]
words.apply(word, lambda _, others: others.replace_pivot(1))  # expect: error[arg-type]
words.apply(word, lambda _, others: print(others.replace(word, 1)))  # expect: error[arg-type]

# An element that may be absent.
words.at(word).upper()  # expect: error[union-attr]
words.remove(word).upper()  # expect: error[union-attr]
words.get(word).upper()  # expect: error[union-attr]
words.get(word, 0).upper()  # expect: error[union-attr]
words.pop(word, None).upper()  # expect: error[union-attr]

# A key that is changed.
word.index = 3  # expect: error[misc]
word.id = 7  # expect: error[misc]

# Constructor arguments: by name only, and of the right type.
StableList[int](4)  # expect: error[arg-type]
StableList[int](["ant"])  # expect: error[list-item]
StableList[int](truncate="memory")  # expect: error[arg-type]
StableList[int](capacity=1.5)  # expect: error[arg-type]
StableList[int](id_bits=8)  # expect: error[call-arg]
StableList[int](index_bits="8")  # expect: error[arg-type]
StableList[int](truncate=Truncate)  # expect: error[arg-type]


class Half:
    """What has one of the two operations of a source of ids."""

    def initial(self) -> int:
        """The first id."""
        return 0


class Worded:
    """A source whose ids are no ints."""

    def initial(self) -> str:
        """The first id."""
        return ""

    def next(self, last: str) -> str:
        """The id after another."""
        return last + "'"


StableList[int](ids=Half())  # expect: error[arg-type]
StableList[int](ids=Worded())  # expect: error[arg-type]
StableList[int](ids=8)  # expect: error[arg-type]
StableList[int](ids=ids.Counter)  # expect: error[arg-type]
ids.Counter("8")  # expect: error[arg-type]


def wrong_element(element: int, others: StableAccess[int]) -> None:
    """A callback for a list of numbers."""


words.apply(word, wrong_element)  # expect: error[arg-type]
words.each(wrong_element)  # expect: error[arg-type]
words.traverse(wrong_element)  # expect: error[arg-type]
words.apply(word, lambda element, others: element.upper())  # expect: error[arg-type]
words.traverse(lambda key, element, others: others.replace(key, ""))  # expect: error[arg-type]
words.retain(lambda key, element: None)  # expect: error[arg-type, return-value]
words.retain(lambda element: True)  # expect: error[arg-type, misc]
words.insert_with(lambda: "ant")  # expect: error[arg-type, misc]


def changing(element: str, others: StableAccess[str]) -> None:
    """A callback that replaces elements."""


def reading(element: str, others: StableInspection[str]) -> None:
    """A callback that ought not to replace any."""
    others.replace(word, "bee")  # expect: error[attr-defined]
    others.replace_pivot("bee")  # expect: error[attr-defined]
    others.at_mut(word, str.upper)  # expect: error[attr-defined]
    others.each_mut(lambda _, one: one.upper())  # expect: error[attr-defined]
    others[word] = "bee"  # expect: error[index]
    generic(others)  # expect: error[arg-type]


def generic(view: StableView[str]) -> None:
    """A function of either a list or a view: it must not change the structure."""
    view.add("bee")  # expect: error[attr-defined]
    view.remove(word)  # expect: error[attr-defined]
    view.clear()  # expect: error[attr-defined]
    view.replace_pivot("bee")  # expect: error[attr-defined]


words.inspect(word, changing)  # expect: error[arg-type]
generic(numbers)  # expect: error[arg-type]
generic(["bee"])  # expect: error[arg-type]

# What is read, and not called or set.
words.capacity = 8  # expect: error[misc]
words.space = 8  # expect: error[misc]
words.capacity()  # expect: error[operator]
words.keys().close()  # expect: error[attr-defined]


class Special(Key[int]):  # expect: error[misc]
    """A key type of one's own."""
