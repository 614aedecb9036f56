# frozen_string_literal: true

# The port protocol of the stablelist conformance kit, version 6, for a container that Ruby can call.
#
# Copy this file beside your port; it needs nothing but the standard library. A +Port+ says, for each operation, which
# function to call; its first argument is the container, so the name of a method of the container will do. Operations
# without a function are left out: the handshake says so, and the judge never sends them.
#
#   Starter::Port.new(
#     { name: 'my-map', version: '1.0.0', system: 'slotmap', id_bits: 32 },
#     open: ->(_parameters) { SlotMap.new },
#     add: :insert,
#     remove: :delete
#   ).serve
#
# A program may have two containers; a word such as <tt>2.add</tt> is on the second. A function that concerns both is
# given the other one, too; +copy+ returns the clone, in which the same keys are live.
#
# Operations that repeat others need no function: +cycle+, +fill+ and +thin+ are +add+ and +remove+ in a loop.
#
# Keys can be any objects but nil, which means that there is no key or no element. A function that raises is answered by
# <tt>!other</tt>, or as +errors+ says: <tt>{ '!full' => RangeError }</tt>.
#
# SPDX-License-Identifier: MIT

require 'zlib'

# The protocol, for a pool.
module Starter
  PROTOCOL = 6

  # The container has no room. Raise it if the container reports this in another way.
  class FullError < StandardError; end

  # The container is lent.
  class BorrowedError < StandardError; end

  REFUSALS = { '!full' => FullError, '!borrow' => BorrowedError }.freeze
  ERRORS = [StandardError, ScriptError, SystemStackError, NoMemoryError].freeze

  @way = 1
  @told = []
  MOST_TOLD = 20

  class << self
    # The way in which the operation in progress is to be done, if the handshake declares several: <tt>ways=add:2</tt>.
    attr_reader :way

    # A word such as <tt>add@2</tt> without the way, which is kept.
    def without_way(word)
      @way = (word[/@(\d+)/, 1] || 1).to_i
      word.sub(/@\d+/, '')
    end

    # The word for an error. An error without a word is written to standard error, once.
    def refused(error, errors)
      REFUSALS.each { |word, kind| return word if [kind, *errors[word]].any? { |each| error.is_a?(each) } }
      text = "#{error.class}: #{error.message}"
      unless @told.include?(text) || @told.size >= MOST_TOLD
        @told << text
        warn "answered !other: #{error.full_message(highlight: false)}"
      end
      '!other'
    end
  end

  # The functions of a container.
  #
  # +open+, +add+ and +remove+ are required. Others may be left out. With C a container, K a key, and E an element, which
  # is an Integer:
  #
  #   open(parameters) -> C               a fresh container; the parameters of a program are texts by name
  #   add(C, E) -> K                      adds the element
  #   insert_with(C, factory)             adds the element that factory.call(key) returns
  #   extend(C, elements) -> keys         adds all of them, or none
  #   put(C, index, E) -> [K, E or nil]   adds at an index; also returns the old element
  #   insert_at(C, K, E) -> [K, E or nil] adds at the slot of a key; also returns the old element
  #   remove(C, K) -> E or nil            with ids: 'only': whether there was one
  #   remove_many(C, K, K)                a pair, each E or nil
  #   at(C, K) -> E or nil
  #   pair(C, K, K)                       a pair, each E or nil
  #   key_at(C, K) -> [K, E] or nil       the key that is live at the index of a key, and its element
  #   contains(C, K) -> true or false
  #   replace(C, K, E) -> true or false   whether the key was found
  #   at_mut(C, K, difference)            adds to the element in place; returns the new one, or nil
  #   each_mut(C, difference)             adds to every element in place
  #   len(C), is_empty(C), clear(C)
  #   each(C) -> enumerable of [K, E]
  #   keys(C) -> enumerable of K          needs at, as does repack
  #   apply(C, K), inspect(C, K)          [pivot, length, others], or nil
  #   exchange(C, K, K)                   [pivot, other or nil] as they were, or nil
  #   traverse(C)                         enumerable of [pivot, length, sum]
  #   lend: true                          the container refuses changes while each runs
  #   drain(C) -> elements
  #   retain(C, keep) -> elements         removes those for which keep.call(element) is false
  #   each_removing(C, keep) -> elements  the same during an iteration; returns all elements, as they were visited
  #   each_first(C, most) -> elements     leaves an iteration after so many; returns all, as another one visits them
  #   sort(C, rank)                       by ascending rank.call(element); elements of the same rank keep their order
  #   reserve(C, additional), shrink_to_fit(C)
  #   repack(C, K) -> K or nil            the key, packed and unpacked
  #   reload(C) -> C                      a copy in which the same keys are live
  #   copy(C) -> C                        a clone in which the same keys are live
  #   swap_containers(C, C)               exchanges everything between both
  #   equal(C, C) -> true or false        whether both have the same elements under the same keys
  #   layout(C), cost(C) -> text          see the page of the system
  #   forge(index, id) -> K or nil        a key with these parts, if a key can hold them
  #   parts(K) -> [index, id]             required above the level contract, and by forge
  class Port
    attr_reader :fields, :errors, :functions

    # +fields+ are name, version, system, and what the system asks for; +without+ lists abilities that are left out
    # (+negative+, +maximum+). +errors+ are those of the container that are <tt>!full</tt> and <tt>!borrow</tt>.
    #
    # Raises ArgumentError if there is no function of a name.
    def initialize(fields, errors: {}, **functions)
      @fields, @errors, @functions = fields, errors, functions
      known = OPERATIONS.keys - LOOPS + %i[open forge parts]
      wrong = functions.keys - known
      return if wrong.empty?

      raise ArgumentError, "there is no function '#{wrong.first}'; choose one of #{OPERATIONS.keys.join(', ')}"
    end

    # The handshake.
    def handshake
      told = { protocol: PROTOCOL, level: 'contract', **fields }
      without = [*OPERATIONS.keys, :forge].reject { |name| offers?(name) } + told.delete(:without).to_s.split(',')
      told[:without] = without.join(',') unless without.empty?
      "port #{told.map { |name, value| "#{name}=#{value}" }.join(' ')}"
    end

    # Whether an operation can be carried out; two of them need +at+ to show keys, others only repeat.
    def offers?(name)
      needed = %i[keys repack].include?(name) ? [name, :at] : [name]
      needed = %i[add remove] if LOOPS.include?(name)
      needed.all? { |each| functions[each] }
    end

    # The answer to one line.
    def answer(line)
      return handshake if line.start_with?('hello ')

      configuration, words = line.split(' : ', 2)
      return '!other' unless words

      begin
        program = Program.new(self, configuration)
      rescue *ERRORS => e # the container refuses this configuration, so that every operation fails
        Starter.refused(e, {})
        return words.split.map { '!other' }.join(' ')
      end
      words.split.map { |word| program.answer_on(word) }.join(' ')
    end

    # Answer every line of standard input, until it ends or the answers are not read any more.
    #
    # What the container prints goes to standard error, because standard output is only for answers.
    def serve
      output, $stdout = $stdout, $stderr
      output.sync = true
      $stdin.binmode.each_line do |line|
        output.write(answer(line.strip), "\n") if line.end_with?("\n") && !line.strip.empty?
      end
    rescue Errno::EPIPE
      exit!(0)
    end
  end

  # A program in progress: a fresh container, and the keys that its insertions returned.
  #
  # The same is known of the other container, which is opened when it is needed. Insertions are numbered together.
  class Program
    attr_reader :port, :shows_keys
    attr_accessor :container, :other, :keys, :otherwise

    def initialize(port, configuration)
      level, *parameters = configuration.split
      @port = port
      @shows_keys = level != 'contract'
      @parameters = parameters.to_h { |each| each.split('=', 2) }
      @container = function(:open).call(@parameters)
      @keys = []
    end

    # The answer to one word, which may be on the second container.
    def answer_on(word)
      return answer(word) unless word.start_with?('2.')

      begin
        turn
      rescue *ERRORS => e
        return Starter.refused(e, port.errors)
      end
      answered = answer(word.delete_prefix('2.'))
      turn
      answered
    end

    # The other container, and its keys.
    def beside
      self.other ||= [function(:open).call(@parameters), []]
      container, keys = other
      [container, keys + [nil] * (self.keys.size - keys.size)]
    end

    # Go on with the other container.
    def turn
      mine = [container, keys]
      self.container, self.keys = beside
      self.other = mine
    end

    # The answer to one operation.
    def answer(word)
      name, *operands = Starter.without_way(word).split(':')
      answered = attempt(name, operands)
      shows_keys ? answered : ascending(answered)
    end

    # The answer to one operation, even if it fails.
    def attempt(name, operands)
      operation = OPERATIONS[name.to_sym] or raise NameError, "there is no operation #{name}"
      operation.call(self, *operands)
    rescue *ERRORS => e
      Starter.refused(e, port.errors)
    end

    # Call a function of the port with the container.
    def ask(name, *operands)
      function(name).call(container, *operands)
    end

    # A function of the port.
    def function(name)
      port.functions.fetch(name) { raise NameError, "the port has no #{name}" }.to_proc
    end

    # The same if the key is there; otherwise nothing was found.
    def find(name, word, *operands)
      found = key(word)
      found.nil? ? nil : ask(name, found, *operands)
    end

    # The same with two keys; if one is missing, the other goes to a function for one key.
    def find_both(name, alone, words)
      found = words.map { |word| key(word) }
      return ask(name, *found) if found.none?(&:nil?)

      found.map { |each| each.nil? ? nil : ask(alone, each) }
    end

    # The key with this number, a forged key for <tt>#index.id</tt>, or one near another for <tt>number~index.id</tt>.
    def key(word)
      number, parts = word.split(/[#~]/, 2)
      found = parts ? named(number, parts) : keys.fetch(Integer(number, 10))
      found.nil? ? otherwise : found
    end

    # A key by its parts, which are distances if they follow a number.
    def named(number, parts)
      index, id = parts.split('.').map(&:to_i)
      unless number.empty?
        near = keys.fetch(number.to_i)
        return nil if near.nil?

        by_index, by_id = function(:parts).call(near)
        index, id = index + by_index, id + by_id
      end
      id.negative? ? nil : function(:forge).call(index, id)
    end

    # The items of an iteration: at most one more than there were insertions, since a wrong one may never end.
    def items(iteration)
      iteration.first(keys.size + 1)
    end

    # Number the next insertions, which keep their numbers if they fail.
    def numbered(count = 1)
      keys.concat([nil] * count)
      keys.size - count
    end

    # Record the key of an insertion, and return the answer.
    def inserted(number, key)
      raise TypeError, 'an insertion gave no key; raise FullError if there is no room' if key.nil?

      keys[number] = key
      shows_keys ? shown(key) : 'ok'
    end

    # A key as <tt>index.id</tt>.
    def shown(key)
      function(:parts).call(key).join('.')
    end

    # A key and its element, as +each+ lists them.
    def item((key, element))
      shows_keys ? "#{shown(key)}=#{element}" : element.to_s
    end

    private

    # A word with its list in ascending order, because a container may iterate in any order.
    def ascending(word)
      start, bracket, items = word.partition('[')
      return word if bracket.empty? || items == ']'

      "#{start}[#{items.chop.split(',').sort_by.with_index { |each, at| [each.to_i, at] }.join(',')}]"
    end
  end

  # How the operations of a pool are carried out: functions of a program and the operands, which return the answer.
  module Operations
    module_function

    def add(program)
      number = program.numbered
      program.inserted(number, program.ask(:add, number))
    end

    def insert_with(program)
      number, given = program.numbered, nil # the key of this insertion, and not what the function returns
      program.ask(:insert_with, ->(key) { (given = key) && number })
      program.inserted(number, given)
    end

    def extend(program, count)
      first = program.numbered(count.to_i)
      keys = program.ask(:extend, [*first...first + count.to_i])
      listed(keys.each_with_index.map { |key, at| program.inserted(first + at, key) })
    end

    def put(program, index)
      number = program.numbered
      key, displaced = program.ask(:put, index.to_i, number)
      program.inserted(number, key)
      found(displaced)
    end

    def insert_at(program, word)
      number = program.numbered
      key, displaced = program.find(:insert_at, word, number)
      return 'none' if key.nil?

      program.inserted(number, key)
      found(displaced)
    end

    def remove(program, word)
      removed, fields = program.find(:remove, word), program.port.fields
      return yes_or_no(removed) if fields[:ids] == 'only'

      fields[:remove] == 'silent' ? 'ok' : found(removed)
    end

    def key_at(program, word)
      live = program.find(:key_at, word.sub(/\..*/, '.0')) # only the index counts
      live.nil? ? 'none' : program.item(live)
    end

    def exchange(program, word, other)
      if program.key(other).nil?
        alone = program.find(:apply, word)
        return alone.nil? ? 'none' : both([alone.first, nil])
      end
      exchanged = program.find(:exchange, word, program.key(other))
      exchanged.nil? ? 'none' : both(exchanged)
    end

    # Try an operation while the first element is lent. Inserted elements get no number.
    #
    # A key that is not there is as good as any, because the container refuses before it looks.
    def lend(program, name, *operands)
      keys = [*program.keys]
      program.ask(:each).each do |first, _|
        program.otherwise = first
        return program.attempt(name, operands)
      end
      'none'
    ensure
      program.otherwise, program.keys = nil, keys
    end

    # An operation that is given what to keep, and answers elements.
    def keeping(program, name, modulus, rest)
      listed(program.items(program.ask(name, ->(element) { element % modulus.to_i == rest.to_i })))
    end

    def repack(program, word)
      key = program.find(:repack, word)
      found(key.nil? ? nil : program.ask(:at, key))
    end

    def reload(program)
      program.container = program.ask(:reload)
      'ok'
    end

    def copy(program)
      program.other = [program.ask(:copy), [*program.keys]]
      'ok'
    end

    def swap_containers(program)
      container, keys = program.beside
      program.ask(:swap_containers, container)
      program.other, program.keys = [container, program.keys], keys
      'ok'
    end

    # Ends early if a removal does not return the element, so that they do not become many.
    def cycle(program, turns)
      number, fields = program.numbered, program.port.fields
      add, remove, container = program.function(:add), program.function(:remove), program.container
      silent, only = fields[:remove] == 'silent', fields[:ids] == 'only'
      key = nil
      turns.to_i.times do
        key = add.call(container, number)
        removed = remove.call(container, key)
        return found(removed) unless only ? removed : silent || removed == number
      end
      program.inserted(number, key)
    end

    # Ends at the first element that there is no room for.
    def fill(program, count)
      answers = []
      count.to_i.times do |done|
        answered = program.attempt('add', [])
        if answered.start_with?('!')
          program.numbered(count.to_i - done - 1)
          return answers.empty? || answered != '!full' ? answered : abridged(answers)
        end
        answers << answered
      end
      abridged(answers)
    end

    def thin(program, count, seed)
      numbers = drawn(seed.to_i, count.to_i, program.keys.size)
      abridged(numbers.map { |number| remove(program, number.to_s) } - ['none'])
    end

    # So many different numbers below a bound, or all of them, as the page of the protocol says.
    def drawn(seed, count, among)
      order = [*0...among]
      Array.new([count, among].min) do |at|
        seed ^= seed << 13 & 0xFFFFFFFF
        seed ^= seed >> 17
        seed ^= seed << 5 & 0xFFFFFFFF
        other = at + seed % (among - at)
        order[at], order[other] = order[other], order[at]
        order[at]
      end
    end

    # The length of a list, both ends, and a checksum.
    def abridged(answers)
      return '0' if answers.empty?

      "#{answers.size}/#{answers.first}/#{answers.last}/#{Zlib.crc32(answers.join(','))}"
    end

    def found(element)
      element.nil? ? 'none' : element.to_s
    end

    def both(pair)
      pair.map { |each| found(each) }.join('/')
    end

    def yes_or_no(truth)
      truth ? 'yes' : 'no'
    end

    def listed(items)
      "[#{items.map { |each| found(each) }.join(',')}]"
    end

    def lent(program, view)
      view.nil? ? 'none' : "#{view[0]}/#{view[1]}/#{listed(program.items(view[2]))}"
    end
  end

  # The operations of a pool by name.
  OPERATIONS = begin
    o = Operations
    done = ->(_) { 'ok' }
    {
      add: o.method(:add),
      insert_with: o.method(:insert_with),
      extend: o.method(:extend),
      put: o.method(:put),
      insert_at: o.method(:insert_at),
      remove: o.method(:remove),
      remove_many: ->(program, *words) { o.both(program.find_both(:remove_many, :remove, words)) },
      at: ->(program, word) { o.found(program.find(:at, word)) },
      pair: ->(program, *words) { o.both(program.find_both(:pair, :at, words)) },
      key_at: o.method(:key_at),
      contains: ->(program, word) { o.yes_or_no(program.find(:contains, word)) },
      replace: ->(program, word, element) { o.yes_or_no(program.find(:replace, word, element.to_i)) },
      at_mut: ->(program, word, difference) { o.found(program.find(:at_mut, word, difference.to_i)) },
      each_mut: ->(program, difference) { done.(program.ask(:each_mut, difference.to_i)) },
      len: ->(program) { program.ask(:len).to_s },
      is_empty: ->(program) { o.yes_or_no(program.ask(:is_empty)) },
      clear: ->(program) { done.(program.ask(:clear)) },
      each: ->(program) { o.listed(program.items(program.ask(:each)).map { |each| program.item(each) }) },
      keys: ->(program) { o.listed(program.items(program.ask(:keys)).map { |key| program.ask(:at, key) }) },
      apply: ->(program, word) { o.lent(program, program.find(:apply, word)) },
      inspect: ->(program, word) { o.lent(program, program.find(:inspect, word)) },
      exchange: o.method(:exchange),
      traverse: ->(program) { o.listed(program.items(program.ask(:traverse)).map { |each| each.join('/') }) },
      lend: o.method(:lend),
      drain: ->(program) { o.listed(program.items(program.ask(:drain))) },
      retain: ->(program, *numbers) { o.keeping(program, :retain, *numbers) },
      each_removing: ->(program, *numbers) { o.keeping(program, :each_removing, *numbers) },
      each_first: ->(program, most) { o.listed(program.items(program.ask(:each_first, most.to_i))) },
      sort: ->(program, modulus) { done.(program.ask(:sort, ->(element) { element % modulus.to_i })) },
      reserve: ->(program, additional) { done.(program.ask(:reserve, additional.to_i)) },
      shrink_to_fit: ->(program) { done.(program.ask(:shrink_to_fit)) },
      repack: o.method(:repack),
      reload: o.method(:reload),
      copy: o.method(:copy),
      swap_containers: o.method(:swap_containers),
      equal: ->(program) { o.yes_or_no(program.ask(:equal, program.beside.first)) },
      layout: ->(program) { program.ask(:layout).to_s },
      cost: ->(program) { program.ask(:cost).to_s },
      cycle: o.method(:cycle),
      fill: o.method(:fill),
      thin: o.method(:thin)
    }.freeze
  end

  # Those that repeat others.
  LOOPS = %i[cycle fill thin].freeze
end
