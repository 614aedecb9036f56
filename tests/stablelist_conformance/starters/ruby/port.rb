# frozen_string_literal: true

# The port @name@: maps each operation of the port protocol to a function of your container.
#
# Fill in the blanks. Of the operations below them, remove the # from those that your container has; the port says that
# it lacks the others. An element is an Integer. Return nil where no element is found.

require_relative 'starter'
# BLANK: require your container.

# The error of a blank that is not filled in.
def blank(what)
  ->(*) { raise NotImplementedError, "fill in the blank: #{what}" }
end

PORT = Starter::Port.new(
  {
    name: '@name@',
    version: '0.1.0', # BLANK: your container's
    system: '@system@',
    # @@ layout
    level: 'contract', # 'layout' or 'cost', once the port shows what these ask for
    # @@ fixed-arena
    capacity: 'fixed', # a program says how many cells there are
    # @@ id_bits
    id_bits: 32, # BLANK: how many bits the id (version, generation) of a key has; 0 if ids never start over
    # @@ parity
    # If only every second number is used as a version (for example, only odd numbers), add parity: 'yes'.
    # @@ index_bits
    index_bits: 32, # BLANK: how many bits the index of a key has; 0 if there is no bound
    # @@ maximum
    without: 'maximum', # remove this line if the container can have a maximum number of elements
    # @@
  },
  open: blank('make a new, empty container'),
  add: blank('add the element, and return its key; if there is no room, raise Starter::FullError'),
  remove: blank('remove by key, and return the element, or nil'),
  # @@ insert_with
  # insert_with: ->(container, factory) { container.insert_with(&factory) }, # adds factory.call(key)
  # @@ extend
  # extend: :concat, # (container, elements) returns the keys; adds all elements or none
  # @@ put
  # put: ->(container, index, element) { [key, displaced] }, # displaced is the element that was at the index, or nil
  # @@ insert_at
  # insert_at: ->(container, key, element) { [its_key, displaced] }, # at the slot of a key, which may be retired
  # @@ remove_many
  # remove_many: ->(container, one, other) { container.remove_many([one, other]) },
  # @@ at
  # at: :[],
  # @@ pair
  # pair: ->(container, one, other) { container.values_at(one, other) }, # an element or nil for each
  # @@ key_at
  # key_at: ->(container, key) { [live, element] }, # the key that is live at key's index, or nil
  # @@ at
  # contains: :key?,
  # @@ replace
  # replace: :replace, # (container, key, element) returns true, or false if it is not found
  # @@ at_mut
  # at_mut: ->(container, key, difference) { container.update(key) { |element| element + difference } },
  # @@ each_mut
  # each_mut: ->(container, difference) { container.update_all { |element| element + difference } },
  # @@
  # each: :each, # without a block, an enumerator of pairs of key and element
  # len: :size,
  # is_empty: :empty?,
  # clear: :clear,
  # @@ keys
  # keys: :keys,
  # @@ apply
  # apply: ->(container, key) { [pivot, length, others] }, # the element, and what the view of all others shows
  # inspect: ->(container, key) { [pivot, length, others] },
  # exchange: ->(container, key, other) { [element, other_element] }, # as they were before they changed places
  # traverse: ->(container) { [[pivot, length, total]] }, # for each element, and the view of all others
  # @@ lend
  # lend: true, # only if the container refuses changes while each runs; then errors has the error:
  # errors: { '!borrow' => BorrowedError },
  # @@ drain
  # drain: :drain, # the elements
  # @@ retain
  # retain: ->(container, keep) { container.retain(&keep) }, # the elements that it removed
  # @@ each_removing
  # each_removing: ->(container, keep) { visited }, # all elements; those are removed for which keep.call(element) is false
  # @@ each_first
  # each_first: ->(container, most) { visited }, # all elements, after an iteration was left that had visited so many
  # @@ sort
  # sort: ->(container, rank) { container.sort_by!(&rank) },
  # @@ reserve
  # reserve: :reserve,
  # shrink_to_fit: :shrink_to_fit,
  # @@ repack
  # repack: ->(container, key) { unpack(pack(key)) },
  # @@ reload
  # reload: ->(container) { Marshal.load(Marshal.dump(container)) }, # in which the same keys are live
  # @@ copy
  # copy: :clone, # in which the same keys are live
  # swap_containers: ->(container, other) { container.swap(other) },
  # equal: :==, # the same elements under the same keys
  # @@ layout
  # layout: ->(container) { '...' }, # see the page of the system; for level layout
  # cost: ->(container) { '...' }, # the same; for level cost
  # @@ forge
  # forge: ->(index, id) { Key.new(index, id) }, # a key, or nil if there can be no such key
  # parts: ->(key) { [key.index, key.id] },
  # @@
)

PORT.serve if $PROGRAM_NAME == __FILE__
