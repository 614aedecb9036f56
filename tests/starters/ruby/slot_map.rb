# frozen_string_literal: true

# A slot map: elements in slots, each with a generation that distinguishes successive elements.
class SlotMap
  # The key of an element.
  Key = Struct.new(:index, :generation)

  # Integers by key; at most +capacity+ of them, if that is not 0.
  def initialize(capacity = 0)
    @capacity = capacity
    @elements, @generations, @free = [], [], []
  end

  def initialize_copy(other)
    super
    @elements, @generations, @free = @elements.dup, @generations.dup, @free.dup
  end

  def size
    @elements.size - @free.size
  end

  def empty?
    size.zero?
  end

  # Put an element into a slot, and return its key.
  def insert(element)
    raise RangeError, "the slot map holds #{@capacity} elements; remove some" if @capacity.positive? && size == @capacity

    index = @free.pop || @elements.size
    @generations[index] ||= 0
    @elements[index] = element
    Key.new(index, @generations[index])
  end

  # The element of a key, if it is still there.
  def [](key)
    @elements[key.index] if !key.index.negative? && @generations[key.index] == key.generation
  end

  def key?(key)
    !self[key].nil?
  end

  # Replace an element.
  def replace(key, element)
    there = key?(key)
    @elements[key.index] = element if there
    there
  end

  # Remove an element by its key, and return it, if it was still there.
  def delete(key)
    element = self[key]
    return if element.nil?

    @elements[key.index] = nil
    @generations[key.index] += 1
    @free.push(key.index)
    element
  end

  # Keys and elements.
  def each
    return enum_for unless block_given?

    @elements.each_with_index do |element, index|
      yield [Key.new(index, @generations[index]), element] unless element.nil?
    end
  end
end
