"""What a type checker must reject; run by tests/suite/impl/test_typing.py."""

from stablelist import Key, StableAccess, StableList

numbers = StableList[int]()
words = StableList[str]()
number = numbers.add(1)
word = words.add("ant")

# A key of one element type on a list of another.
words.at(number)  # expect: error[arg-type]
words.remove(number)  # expect: error[arg-type]
words.contains(number)  # expect: error[arg-type]
words.apply(number, print)  # expect: error[arg-type]
words.apply(word, lambda _, others: others.at(number))  # expect: error[arg-type]
misplaced: Key[str] = number  # expect: error[assignment]

# A key of a subtype is no key of its supertype: what it names could be replaced.
truth = StableList[bool]().add(True)
numbers.at(truth)  # expect: error[arg-type]

# What is not a key.
words.at(0)  # expect: error[arg-type]
words.at(None)  # expect: error[arg-type]
words.at((0, 0))  # expect: error[arg-type]
Key[int]("0", 0)  # expect: error[arg-type]

# An element of the wrong type.
numbers.add("ant")  # expect: error[arg-type]
words.apply(word, lambda _, others: others.replace_pivot(1))  # expect: error[arg-type]
words.apply(word, lambda _, others: others.replace(word, 1))  # expect: error[arg-type]

# An element that may be absent.
words.at(word).upper()  # expect: error[union-attr]
words.remove(word).upper()  # expect: error[union-attr]

# A key that is changed, or compared by order.
word.index = 3  # expect: error[misc]
word.id = 7  # expect: error[misc]
ordered = word < word  # expect: error[operator]

# Constructor arguments: by name only, and of the right type.
StableList[int](4)  # expect: error[call-arg]
StableList[int](truncate="memory")  # expect: error[arg-type]
StableList[int](capacity=1.5)  # expect: error[arg-type]


def wrong_element(element: int, others: StableAccess[int]) -> None:
    """A callback for a list of numbers."""


words.apply(word, wrong_element)  # expect: error[arg-type]
words.each(wrong_element)  # expect: error[arg-type]


class Special(Key[int]):  # expect: error[misc]
    """A key type of one's own."""
