# frozen_string_literal: true

# Ports with every operation, and with what else a container may do: the first argument says which.

require_relative 'port'

# What the slot map does not have.
module More
  module_function

  # Insert what is made of the key, and return another one, which is not asked for.
  def insert_with(container, factory)
    key = container.insert(-1)
    container.replace(key, factory.call(key))
    SlotMap::Key.new(9, 9)
  end

  # Insert up to a thousand elements.
  def extend(container, elements)
    raise Starter::FullError if elements.size > 1000

    elements.map { |element| container.insert(element) }
  end

  # Replace the element in a slot that is in use.
  def insert_at(container, key, element)
    displaced = container[key]
    raise Starter::FullError unless container.replace(key, element)

    [key, displaced]
  end

  # Add to an element.
  def at_mut(container, key, difference)
    container.replace(key, container[key] + difference) if container.key?(key)
    container[key]
  end

  # A pivot, and a view of two others.
  def lent(container, key)
    container.key?(key) ? [container[key], 2, [5, 3]] : nil
  end

  # Both elements, if there is the first.
  def exchange(container, one, other)
    container.key?(one) ? [container[one], container[other]] : nil
  end

  # Replace every element.
  def replace_all(container, change)
    container.each.to_a.each { |key, element| container.replace(key, change.call(element)) }
  end

  # Remove what is not kept.
  def removed(container, keep)
    container.each.to_a.reject { |_, element| keep.call(element) }.map { |key, _| container.delete(key) }
  end

  # Remove what is not kept, on the way; all elements.
  def visited(container, keep)
    container.each.to_a.each { |key, element| container.delete(key) unless keep.call(element) }.map(&:last)
  end

  # Leave an iteration half-way; all elements.
  def left(container, most)
    container.each.with_index(1) { |_, visited| break if visited >= most }
    container.each.map(&:last)
  end

  # Exchange everything.
  def swap(container, other)
    container.instance_variables.each do |name|
      mine = container.instance_variable_get(name)
      container.instance_variable_set(name, other.instance_variable_get(name))
      other.instance_variable_set(name, mine)
    end
  end

  # A function that raises.
  def raising(error)
    ->(*) { raise error }
  end
end

DRAIN = ->(container) { More.removed(container, ->(_) { false }) }
FUNCTIONS = PORT.functions
WHOLE = {
  **FUNCTIONS,
  insert_with: More.method(:insert_with),
  extend: More.method(:extend),
  put: ->(container, index, element) { More.insert_at(container, SlotMap::Key.new(index, 0), element) },
  insert_at: More.method(:insert_at),
  pair: ->(container, one, other) { [container[one], container[other]] },
  remove_many: ->(container, *them) { them.map { |key| container.delete(key) } },
  key_at: ->(container, key) { [key, container[key]] },
  at_mut: More.method(:at_mut),
  each_mut: ->(container, more) { More.replace_all(container, ->(element) { element + more }) },
  clear: DRAIN,
  keys: ->(container) { container.each.map(&:first) },
  apply: More.method(:lent),
  inspect: More.method(:lent),
  exchange: More.method(:exchange),
  traverse: ->(_) { [[4, 1, 2], [2, 1, 4]] },
  drain: DRAIN,
  retain: More.method(:removed),
  each_removing: More.method(:visited),
  each_first: More.method(:left),
  sort: More.method(:replace_all), # to show the ranks
  reserve: ->(_, additional) { raise Starter::FullError if additional > 1000 },
  shrink_to_fit: ->(_) {},
  repack: ->(_, key) { SlotMap::Key.new(*key) },
  reload: :dup,
  copy: :dup,
  swap_containers: More.method(:swap),
  equal: ->(container, other) { container.each.to_a == other.each.to_a },
  layout: ->(container) { "#{container.size}|0" },
  cost: ->(_) { "0/#{Starter.way - 1}" }
}.freeze
BY_INDEX = {
  key_at: ->(container, key) { container.each.find { |live, _| live.index == key.index } },
  forge: ->(index, id) { id.zero? ? SlotMap::Key.new(index, 0) : nil }
}.freeze
BLIND = { name: 'x', version: '1', system: 'slab', level: 'layout', without: 'negative' }.freeze
FIELDS = PORT.fields

VARIANTS = {
  'whole' => [FIELDS, WHOLE],
  'blind' => [BLIND, WHOLE.slice(:open, :add, :remove, :keys)],
  'by-index' => [FIELDS, { **WHOLE, **BY_INDEX }],
  'failing' => [FIELDS, { **FUNCTIONS, at: More.raising(KeyError), clear: More.raising(KeyError) }],
  'refusing' => [FIELDS, { **FUNCTIONS, open: More.raising(ArgumentError) }],
  'silent' => [{ **FIELDS, remove: 'silent' }, FUNCTIONS],
  'only' => [{ **FIELDS, ids: 'only' }, FUNCTIONS],
  'lent' => [FIELDS, { **FUNCTIONS, lend: true }],
  'borrowed' => [FIELDS, { **FUNCTIONS, lend: true, remove: More.raising(Starter::BorrowedError) }],
  'endless' => [FIELDS, { **FUNCTIONS, each: ->(map) { map.each.to_a.cycle } }],
  'backwards' => [FIELDS, { **FUNCTIONS, each: ->(map) { map.each.to_a.reverse } }]
}.freeze

fields, functions = VARIANTS.fetch(ARGV.first)
Starter::Port.new(fields, errors: PORT.errors, **functions).serve
