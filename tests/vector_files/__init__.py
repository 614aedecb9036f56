"""The files of the vectors, written from the models: ``make vectors``. The kit runs them on a port.

Read in this order:

1. `answers` - the right answers of a program, without the operations that have more than one
2. `scopes` - which files there are; `far` and `rounds` - those with programs that go far
3. `choice`, `magnitudes` - which programs are in a file
4. `needs` - what a port must offer to take a program
5. `writing` - all of them
"""
