# frozen_string_literal: true

# Ruby counts lines for this library, which writes them when the program ends, or is told to.
require 'coverage'
require 'json'

Coverage.start(lines: true, methods: true)

write = lambda do
  told = Coverage.peek_result.to_h do |path, counted|
    methods = counted[:methods].keys.map { |_, name, first, _, last, _| [first, last, name] }
    [File.expand_path(path), { lines: counted[:lines], methods: methods }]
  end
  # Complete or not at all, because a process may be killed while it writes.
  file = File.join(ENV.fetch('STABLELIST_RUBY'), Process.pid.to_s)
  File.write("#{file}.part", JSON.generate(told))
  File.rename("#{file}.part", "#{file}.json")
end
at_exit(&write)
trap('TERM') { exit!(143) if write.call }
