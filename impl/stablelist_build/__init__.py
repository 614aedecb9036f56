"""How the compiled wheel of stablelist is made: with mypyc, from the sources that are also run as they are.

`HATCH_BUILD_HOOKS_ENABLE=1 pip install .` comes here; without that variable the wheel is pure Python.

1. `hatch_hook` - asked by hatchling for what else goes into a wheel
2. `compilation` - which modules are compiled, and why not the others; mypyc and the C compiler are run
3. `mypy_plugin` - what mypyc must see otherwise than a type checker does
4. `c_source` - what mypyc leaves out of the C that it writes: documentation, subscripts, weak references
"""
