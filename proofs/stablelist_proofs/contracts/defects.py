"""Wrong lines in the model and the container, of the kind that people write: each must be noticed."""

from __future__ import annotations

from typing import Final

from .planting import Defect

__all__ = ["DEFECTS"]

DEFECTS: Final = (
    # rounding
    Defect(
        "rounding.spec_round_up",
        ("rounding_gives_the_least_lawful_space",),
        "stablelist_spec/parameters.py",
        "max(QUARTERS, -(-length // QUARTERS) * QUARTERS)",
        "max(QUARTERS, length // QUARTERS * QUARTERS)",
    ),
    Defect(
        "rounding.impl_round_up",
        ("rounding_gives_the_least_lawful_space",),
        "stablelist/parameters.py",
        "max(QUARTERS, -(-length // QUARTERS) * QUARTERS)",
        "-(-length // QUARTERS) * QUARTERS",
    ),
    Defect(
        "rounding.spec_initial_space",
        ("initial_space_has_room_for_minimum_and_capacity",),
        "stablelist_spec/parameters.py",
        "return max(self.least_space, round_up(self.capacity))",
        "return round_up(self.capacity)",
    ),
    Defect(
        "rounding.impl_initial_space",
        ("initial_space_has_room_for_minimum_and_capacity",),
        "stablelist/parameters.py",
        '_rounded_up(lawful_length("capacity", capacity))',
        'lawful_length("capacity", capacity)',
    ),
    # partitions
    Defect(
        "partitions.spec_partitions",
        ("partitions_tile_the_element_space",),
        "stablelist_spec/state.py",
        "Partition(half, half, 0, 0, None)",
        "Partition(half, quarter, 0, 0, None)",
    ),
    Defect(
        "partitions.impl_partitions",
        ("partitions_tile_the_element_space",),
        "stablelist/element_space.py",
        "Partition(2 * quarter, 2 * quarter)",
        "Partition(quarter, 2 * quarter)",
    ),
    Defect(
        "partitions.spec_partition_of",
        ("position_belongs_to_one_partition",),
        "stablelist_spec/state.py",
        "if position < state.space // 2 else H2",
        "if position <= state.space // 2 else H2",
    ),
    Defect(
        "partitions.impl_partition_of",
        ("position_belongs_to_one_partition",),
        "stablelist/element_space.py",
        "elif position >= self.q2.start:",
        "elif position > self.q2.start:",
    ),
    Defect(
        "partitions.spec_grown",
        ("growth_fills_q1_and_q2_alone",),
        "stablelist_spec/insertion.py",
        "q2._replace(live=q2.size, opened=q2.size),",
        "q2,",
    ),
    Defect(
        "partitions.impl_grown",
        ("growth_fills_q1_and_q2_alone",),
        "stablelist/element_space.py",
        "Partition(0, space // 2, space // 2)",
        "Partition(0, space // 2)",
    ),
    # vacancies
    Defect(
        "vacancies.spec_next_position",
        ("next_position_lies_in_the_partition", "last_vacancy_is_reused_first"),
        "stablelist_spec/insertion.py",
        "if partition.head is None else partition.head",
        "if partition.opened < partition.size or partition.head is None else partition.start - 1",
    ),
    Defect(
        "vacancies.impl_next_position",
        ("next_position_lies_in_the_partition", "last_vacancy_is_reused_first"),
        "stablelist/partition.py",
        "return self.head if self.head != NONE else self.start + self.opened",
        "return self.start + self.opened",
    ),
    Defect(
        "vacancies.spec_room",
        ("room_is_what_indices_can_name",),
        "stablelist_spec/insertion.py",
        "indexable(state.live + additional - 1)",
        "indexable(state.live + additional)",
    ),
    Defect(
        "vacancies.impl_room",
        ("room_is_what_indices_can_name",),
        "stablelist/element_space.py",
        "if last >= self._index_end:",
        "if last > self._index_end:",
    ),
    # cascade
    Defect(
        "cascade.spec_may_halve",
        ("halving_leaves_a_lawful_space",),
        "stablelist_spec/parameters.py",
        "half >= self.least_space",
        "half > self.least_space",
    ),
    Defect(
        "cascade.impl_may_halve",
        ("halving_leaves_a_lawful_space",),
        "stablelist/element_space.py",
        "return space % 8 == 0 and",
        "return",
    ),
    Defect(
        "cascade.spec_cascade",
        ("cascade_depth_is_the_number_of_halvings",),
        "stablelist_spec/parameters.py",
        "half >= self.least_space and ",
        "",
    ),
    Defect(
        "cascade.spec_cascade",
        ("cascade_stops_at_live_h2_or_minimum",),
        "stablelist_spec/truncation.py",
        "while state.partitions[H2].live == 0 and ",
        "while ",
    ),
    Defect(
        "cascade.impl_cascade",
        ("cascade_depth_is_the_number_of_halvings",),
        "stablelist/element_space.py",
        "space // 2 >= self._least_space",
        "space >= self._least_space",
    ),
    Defect(
        "cascade.impl_cascade",
        ("cascade_stops_at_live_h2_or_minimum",),
        "stablelist/element_space.py",
        "while self.h2.live == 0 and self._may_halve():\n            self.visits",
        "if self.h2.live == 0 and self._may_halve():\n            self.visits",
    ),
    # splitting
    Defect(
        "splitting.spec_split",
        ("split_keeps_the_order_of_q1_and_reverses_q2",),
        "stablelist_spec/truncation.py",
        "if position >= q1.end][::-1]",
        "if position >= q1.end]",
    ),
    Defect(
        "splitting.spec_split",
        ("split_counts_are_those_of_its_lists",),
        "stablelist_spec/truncation.py",
        "opened = min(old_q1.opened, q1.size)",
        "opened = q1.size",
    ),
    Defect(
        "splitting.impl_split",
        ("split_keeps_the_order_of_q1_and_reverses_q2",),
        "stablelist/partition.py",
        "                low.unlink(before, following, links)\n",
        "",
    ),
    Defect(
        "splitting.impl_split",
        ("split_counts_are_those_of_its_lists",),
        "stablelist/partition.py",
        "half, self.opened - low.opened)",
        "half, half)",
    ),
    Defect(
        "splitting.impl_split_of_any_size",
        ("split_keeps_the_order_of_q1_and_reverses_q2",),
        "stablelist/partition.py",
        "            position = following\n        return low",
        "            before, position = position, following\n        return low",
    ),
    Defect(
        "splitting.impl_split_of_any_size",
        ("split_counts_are_those_of_its_lists",),
        "stablelist/partition.py",
        "            visits += 1",
        "            visits = 1",
    ),
    # packing
    Defect(
        "packing.spec_pack_narrow",
        ("packing_puts_the_id_above_the_index",),
        "stablelist_spec/packing.py",
        "widths(parameters)[0] | key.index",
        "widths(parameters)[1] | key.index",
    ),
    Defect(
        "packing.impl_pack_narrow",
        ("packing_puts_the_id_above_the_index",),
        "stablelist/packing.py",
        "id << index_bits | index",
        "id << index_bits & index",
    ),
    Defect(
        "packing.spec_pack",
        ("packing_puts_the_id_above_the_index",),
        "stablelist_spec/packing.py",
        "return key.id << widths(parameters)[0] | key.index",
        "return key.index << widths(parameters)[0] | key.id",
    ),
    Defect(
        "packing.impl_pack",
        ("packing_puts_the_id_above_the_index",),
        "stablelist/packing.py",
        "id << index_bits | index",
        "id << index_bits | index >> 1",
    ),
    Defect(
        "packing.spec_unpack",
        ("unpacking_divides_by_the_number_of_indices",),
        "stablelist_spec/packing.py",
        "packed & (1 << index_bits) - 1",
        "packed & (1 << index_bits - 1) - 1",
    ),
    Defect(
        "packing.impl_unpack",
        ("unpacking_divides_by_the_number_of_indices",),
        "stablelist/packing.py",
        "number >> index_bits",
        "abs(number) >> index_bits",
    ),
    Defect(
        "packing.impl_stamped",
        ("uuid_bears_version_and_variant",),
        "stablelist/ids.py",
        "version << 76",
        "version << 75",
    ),
    # ids
    Defect(
        "ids.spec_next_id",
        ("ids_count_up_and_start_over",),
        "stablelist_spec/parameters.py",
        "(id + 1) % self.id_period",
        "id % self.id_period + 1",
    ),
    Defect(
        "ids.impl_next_id",
        ("ids_count_up_and_start_over",),
        "stablelist/ids.py",
        "return 0 if id + 1 == self.period",
        "return 0 if id == self.period",
    ),
    Defect(
        "ids.impl_following",
        ("ids_count_up_and_start_over",),
        "stablelist/stamps.py",
        "return 0 if id + 1 == self._period",
        "return 1 if id + 1 == self._period",
    ),
    Defect(
        "ids.spec_next_unbounded_id",
        ("unbounded_ids_count_up",),
        "stablelist_spec/parameters.py",
        "return id + 1 if self.id_period is None",
        "return id + 2 if self.id_period is None",
    ),
    Defect(
        "ids.impl_next_unbounded_id",
        ("unbounded_ids_count_up",),
        "stablelist/ids.py",
        "return 0 if self.bits is None else 1 << self.bits",
        "return 1 << (self.bits or 64)",
    ),
    Defect(
        "ids.spec_may_revive",
        ("key_revives_where_ids_are_equal",),
        "stablelist_spec/stamps.py",
        "distance > 0 and distance % (1 << self.bits) == 0",
        "distance >= 1 << self.bits",
    ),
    # looking up
    Defect(
        "looking_up.spec_find",
        ("key_is_found_where_its_id_lies",),
        "stablelist_spec/state.py",
        "    if key.index < 0:\n        return Resolution.NEGATIVE\n",
        "",
    ),
    Defect(
        "looking_up.impl_find",
        ("key_is_found_where_its_id_lies",),
        "stablelist/element_space.py",
        "if not 0 <= position < len(self.keys):",
        "if not position < len(self.keys):",
    ),
)
"""At least one for each contract."""
