"""Does exploration on many machines pay? ``python -m bench.exploring`` explores a scope with and without a shared map.

`stablelist explore` uses processes of one machine, which mark states in a map that they share. Machines share no map,
so `apart` lets workers hand numbers of states over instead.
"""
