"""A drawing whose every change can be undone, while other parts of the program hold keys of its shapes.

A selection and an arrow name shapes by their keys. Undo brings a removed shape back under its old key, so they find
it again, and nothing has to be told. Run it with `python docs/examples/undo.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from stablelist import Key, StableList, ids


class Shape(NamedTuple):
    """A shape at a place."""

    name: str
    x: int = 0


Step = Callable[[], None]


class Drawing:
    """Shapes, and how to take back what was done to them, the last step first."""

    def __init__(self, next_id: int = 0) -> None:
        self.shapes: StableList[Shape] = StableList(ids=ids.Counter(64, start=next_id))
        self.done: list[tuple[Step, Step]] = []
        """For each step how to undo it, and how to do it again."""
        self.undone: list[tuple[Step, Step]] = []

    def add(self, shape: Shape) -> Key[Shape]:
        """Add a shape."""
        key = self.shapes.add(shape)
        self._did(lambda: self._take(key), lambda: self.shapes.insert_at(key, shape))
        return key

    def remove(self, key: Key[Shape]) -> None:
        """Remove a shape."""
        shape = self.shapes.pop(key)
        self._did(lambda: self.shapes.insert_at(key, shape), lambda: self._take(key))

    def move(self, key: Key[Shape], x: int) -> None:
        """Move a shape to another place."""
        before = self.shapes[key]
        after = before._replace(x=x)
        self.shapes[key] = after
        self._did(lambda: self._put(key, before), lambda: self._put(key, after))

    def undo(self) -> None:
        """Take the last step back."""
        self.undone.append(self.done.pop())
        self.undone[-1][0]()

    def redo(self) -> None:
        """Do it again."""
        self.done.append(self.undone.pop())
        self.done[-1][1]()

    def _did(self, undo: Step, redo: Step) -> None:
        self.done.append((undo, redo))
        self.undone.clear()

    def _take(self, key: Key[Shape]) -> None:
        del self.shapes[key]

    def _put(self, key: Key[Shape], shape: Shape) -> None:
        self.shapes[key] = shape

    def saved(self) -> str:
        """The shapes with their keys, as JSON."""
        rows = [[key.index, key.id, *shape] for key, shape in self.shapes.items()]
        return json.dumps([self.shapes.layout().next_id, self.shapes.opened, rows])


def loaded(text: str) -> Drawing:
    """A drawing with the same shapes under the same keys."""
    next_id, opened, rows = json.loads(text)
    drawing = Drawing(next_id)
    drawing.shapes.reserve(opened)
    for index, id_, *shape in rows:
        drawing.shapes.insert_at(Key(index, id_), Shape(*shape))
    return drawing


def tell(said: str, drawing: Drawing, arrow: tuple[Key[Shape], Key[Shape]]) -> None:
    """Print the drawing, and what the arrow finds."""
    ends = [shape.name if shape else "nothing" for shape in map(drawing.shapes.at, arrow)]
    shapes = " ".join(f"{shape.name}@{shape.x}" for shape in drawing.shapes.values())
    print(f"{said:<28}{shapes or 'empty':<32}arrow: {' to '.join(ends)}")


def main() -> None:
    """Draw, undo, save and load."""
    drawing = Drawing()
    box, disc, star = map(drawing.add, (Shape("box", 1), Shape("disc", 2), Shape("star", 3)))
    arrow = box, star
    tell("three shapes, an arrow", drawing, arrow)
    drawing.move(star, 9)
    drawing.remove(star)
    tell("star moved and removed", drawing, arrow)
    drawing.undo()
    tell("undo: the arrow finds it", drawing, arrow)
    drawing.undo()
    tell("undo", drawing, arrow)
    drawing.redo()
    tell("redo", drawing, arrow)

    many = [drawing.add(Shape("dot", x)) for x in range(500)]
    for key in many:
        drawing.remove(key)
    print(f"500 dots added and removed: {drawing.shapes.space} cells")
    for _ in many:
        drawing.undo()
    assert all(key in drawing.shapes for key in many)
    print(f"undone: {drawing.shapes.space} cells, and every dot has its key again")
    for _ in many:
        drawing.undo()

    again = loaded(drawing.saved())
    tell("saved and loaded", again, arrow)
    assert disc in again.shapes
    print(f"the next shape gets {again.add(Shape('ring'))}, which was never used before")


if __name__ == "__main__":
    main()
