# frozen_string_literal: true

# The port @name@: maps each operation of the port protocol to a function of your container.
#
# Fill in the blank. Remove the # from the operations that your container has; the port says that it lacks the others.

require_relative 'starter'
require_relative 'table'
# BLANK: require your container.

# A fresh container@choices@.
def open_it(choices)
  {} # BLANK
end

FUNCTIONS = {
  # Elements are numbers. For a refusal, raise Starter::Refused, '...', without the exclamation mark.
  # @operation@: ->(container@arguments@) {}, # @sentence@
}.freeze

if $PROGRAM_NAME == __FILE__
  # @@ options
  # If your container has only some of the choices, declare these in the fields, such as
  # @option@.
  # @@
  Starter.serve('@fields@', TABLE, method(:open_it), FUNCTIONS)
end
