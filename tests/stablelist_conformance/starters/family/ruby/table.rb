# frozen_string_literal: true

# What the starter knows of the operations of @system@.
#
# @legend@
TABLE = <<~ROWS
  @row@
ROWS
