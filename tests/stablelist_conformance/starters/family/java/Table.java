/** What the starter knows of the operations of @system@. @legend@ */
final class Table {
    static final String ROWS = """
@row@
""";

    private Table() {}
}
