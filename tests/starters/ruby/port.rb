# frozen_string_literal: true

# A port of the slot map beside it: an example of an adapter with all blanks filled in.

require_relative '../../stablelist_conformance/starters/ruby/starter'
require_relative 'slot_map'

PORT = Starter::Port.new(
  { name: 'slot-map', version: '1.0.0', system: 'slotmap', id_bits: 0, capacity: 'fixed' },
  errors: { '!full' => RangeError },
  open: ->(parameters) { SlotMap.new(parameters.fetch('capacity', 0).to_i) },
  add: :insert,
  remove: :delete,
  at: :[],
  contains: :key?,
  replace: :replace,
  len: :size,
  is_empty: :empty?,
  each: :each,
  forge: ->(index, id) { SlotMap::Key.new(index, id) },
  parts: :to_a
)

PORT.serve if $PROGRAM_NAME == __FILE__
