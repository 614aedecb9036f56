"""How the distribution stablelist is made; its wheel with the C compiler that is here, if there is one.

1. `hatch_hook` - asked by hatchling for what else goes into a wheel
2. `compilation` - the sources of the extension; the compiler is run
3. `index_page` - asked by hatchling for what a package index shows
"""
