# frozen_string_literal: true

# The port protocol of the stablelist conformance kit, version 6, for a container of any family that Ruby can call.
#
# Copy this file beside your port; it needs nothing else. +serve+ is given the table of the family, one line for each
# operation, and the functions of those that the container has. The others are left out: the handshake says so, and the
# judge never sends them.
#
# A function is given the container and the operands: a key as the container returned it, a number, a word. That of an
# insertion is given its element, too; that of several is given the elements instead of their number. It returns a key,
# a number, a text, true or false, a list, or nil, and raises +Refused+ for a refusal of the family.
#
# A program may have two containers; a word such as <tt>2.push:3</tt> is on the second. A function that concerns both is
# given the other one, too; one that clones its container returns the clone. Each container has keys of its own, which
# the clone has, too, and which are exchanged with everything else.
#
# SPDX-License-Identifier: MIT

# The protocol, for a container of any family.
module Starter
  # A refusal: <tt>raise Starter::Refused, 'full'</tt> is answered by <tt>!full</tt>.
  class Refused < StandardError; end

  LEVELS = %w[contract layout cost].freeze
  ERRORS = [StandardError, ScriptError, SystemStackError, NoMemoryError].freeze
  # The most items of a list.
  MOST_ITEMS = 1 << 20
  @way = 1

  # What the table says of an operation: its operands, its answer, the answer where a key finds nothing, whether it
  # concerns both containers, and whether it is needed.
  Row = Struct.new(:operands, :answer, :nothing, :both, :needed)

  class << self
    # The way in which the operation in progress is to be done, if the handshake declares several: <tt>ways=add:2</tt>.
    attr_reader :way

    # A word such as <tt>add@2</tt> without the way, which is kept.
    def without_way(word)
      @way = (word[/@(\d+)/, 1] || 1).to_i
      word.sub(/@\d+/, '')
    end

    # The answer, or an item of a list, that is two elements, either of which may be nil.
    def both(*elements)
      elements.map { |each| each.nil? ? 'none' : each }.join('/')
    end

    # Tell an error; the word for it.
    def failed(error)
      warn "answered !other: #{error.full_message(highlight: false)}"
      '!other'
    end

    # Answer every line of standard input, until it ends.
    #
    # What the container prints goes to standard error, because standard output is only for answers.
    def serve(fields, table, open, functions)
      rows = read(table)
      reason = blank(rows, functions)
      abort reason if reason
      output, $stdout = $stdout, $stderr
      output.sync = true
      $stdin.binmode.each_line(chomp: true) do |text|
        line = text.strip
        next if line.empty?

        output.puts(line.start_with?('hello') ? handshake(fields, rows, functions) : answered(line, rows, open, functions))
      end
    end

    private

    # The rows of the table, such as <tt>add_edge* key key > key !missing</tt>; a star marks what is needed.
    def read(table)
      table.lines.map(&:split).reject(&:empty?).to_h do |name, *words|
        at = words.index('>')
        row = Row.new(words.take(at), words[at + 1], words[at + 2], words.size > at + 3, name.end_with?('*'))
        [name.delete_suffix('*').to_sym, row]
      end
    end

    # The reason why nothing can be verified yet; nil if there is none.
    def blank(rows, functions)
      wrong = (functions.keys - rows.keys).first
      return "there is no operation #{wrong}; choose one of #{rows.keys.join(', ')}" if wrong

      missing = rows.keys.select { |name| rows[name].needed && !functions[name] }
      missing = rows.keys.reject { |name| rows[name].answer == 'shown' } if functions.empty? && missing.empty?
      "nothing can be verified yet; fill in #{missing.join(', ')}" unless missing.empty?
    end

    # The handshake, which lists the operations that are left out.
    def handshake(fields, rows, functions)
      without = rows.keys - functions.keys
      without << :forge if rows.values.any? { |row| row.operands.include?('key') }
      shown = rows.select { |_, row| row.answer == 'shown' }.keys.map { |name| functions.key?(name) }
      hello = "port #{fields} level=#{LEVELS[[*shown, false].index(false)]}"
      without.empty? ? hello : "#{hello} without=#{without.join(',')}"
    end

    # The answers to a program.
    def answered(line, rows, open, functions)
      configuration, words = line.split(' : ', 2)
      level, *choices = configuration.split
      begin
        chosen = choices.to_h { |each| each.split('=', 2) }
        program = Program.new(-> { open.call(chosen) }, functions, level)
      rescue *ERRORS => e # the container refuses this configuration, so that every operation fails
        return words.split.map { failed(e) }.join(' ')
      end
      words.split.map do |word|
        name, *operands = without_way(word).split(':')
        alone = name.delete_prefix('2.').to_sym
        program.answer(alone, rows[alone], operands, name.start_with?('2.') ? 1 : 0)
      end.join(' ')
    end
  end

  # A program in progress: fresh containers, of which the second is made when it is needed, and the keys of each.
  class Program
    def initialize(open, functions, level)
      @open, @functions, @level = open, functions, level
      @containers, @keys = [open.call], [{}, {}]
      @insertions, @most = 0, 1
    end

    # The answer to one operation, even if it fails.
    def answer(name, row, texts, second)
      first = @insertions
      count(row, texts)
      given = row.operands.zip(texts).map { |kind, text| operand(kind, text, first, second) }
      return row.nothing if row.operands.zip(given).any? { |kind, each| kind == 'key' && each.nil? }

      given << first if row.answer == 'key'
      given << container(1 - second) if row.both
      found = @functions.fetch(name).to_proc.call(container(second), *given)
      cloned(second, found) if row.answer == 'clone'
      @keys.reverse! if row.answer == 'exchange'
      word(row.answer, found, first, second)
    rescue Refused => e
      "!#{e.message}"
    rescue *ERRORS => e
      Starter.failed(e)
    end

    private

    # The first container, or the second.
    def container(second)
      @containers[second] ||= @open.call
    end

    # Number the insertions.
    #
    # A list has no more items than elements were added, and one more; an iteration that is wrong may never end.
    def count(row, texts)
      at = row.operands.index('count')
      @insertions += at ? texts[at].to_i : 1 if row.answer.start_with?('key')
      added = texts.sum { |text| [text.to_i, 0].max }
      @most = [(row.both ? 2 : 1) * @most + added + 1, MOST_ITEMS].min
    end

    # The other container is a clone now, in which the same keys are live.
    def cloned(second, clone)
      @containers[1 - second] = clone
      @keys[1 - second] = @keys[second].dup
    end

    # An operand as the function is given it.
    def operand(kind, text, first, second)
      case kind
      when 'key' then @keys[second][text.to_i]
      when 'count' then [*first...first + text.to_i]
      when 'word' then text
      else text.to_i
      end
    end

    # What a function returned, as the protocol writes it.
    def word(answer, found, first, second)
      case answer
      when 'key', 'keys' then issued(answer == 'key' ? [found] : found.to_a, first, second, answer == 'keys')
      when 'done', 'clone', 'exchange' then 'ok'
      when 'truth' then found ? 'yes' : 'no'
      else found.is_a?(Enumerable) ? listed(found, answer) : Starter.both(found)
      end
    end

    # The keys of insertions, which are noted.
    def issued(keys, first, second, several)
      keys.each_with_index { |key, at| @keys[second][first + at] = key }
      several ? "[#{keys.map { 'ok' }.join(',')}]" : 'ok'
    end

    # A list; in ascending order, if it may have any.
    def listed(found, answer)
      items = found.first(@most).map { |each| each.is_a?(Array) ? Starter.both(*each) : Starter.both(each) }
      if answer == 'value' && @level == LEVELS[0] # an item that is none comes last
        items = items.sort_by { |item| [item == 'none' ? 1 : 0, *item.split('/').map(&:to_i)] }
      end
      "[#{items.join(',')}]"
    end
  end
end
