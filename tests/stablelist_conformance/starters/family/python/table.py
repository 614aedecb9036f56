"""What the starter knows of the operations of @system@.

@legend@
"""

TABLE = """
@row@
"""
