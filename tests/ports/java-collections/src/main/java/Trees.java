import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Collections;
import java.util.stream.Stream;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.TreeNode;

/** The port of {@code DefaultMutableTreeNode} as a forest; its nodes are kept under their names. */
public final class Trees {
    private static final String TABLE =
            """
            node* number > truth -
            remove number > truth -
            remove_subtree number > truth -
            clear > done -
            append* number number > done -
            prepend number number > done -
            before number number > done -
            after number number > done -
            descendants number > sequence -
            contains number > truth -
            parent number > value -
            children number > sequence -
            roots > value -
            len > number -
            """;

    private Trees() {}

    private static final class Forest extends HashMap<Integer, DefaultMutableTreeNode> {}

    private static Object name(TreeNode node) {
        return node == null ? null : ((DefaultMutableTreeNode) node).getUserObject();
    }

    private static List<Object> names(Stream<TreeNode> nodes) {
        return nodes.map(Trees::name).toList();
    }

    /** What is below a node, which comes first in the enumeration. */
    private static Stream<TreeNode> descendants(DefaultMutableTreeNode node) {
        return Collections.list(node.preorderEnumeration()).stream().skip(1);
    }

    /** A place among the children of a node. */
    private interface Place {
        void move(DefaultMutableTreeNode node, DefaultMutableTreeNode other);
    }

    /** A move of a node; "Throws: IllegalArgumentException if newChild is null or is an ancestor of this node". */
    private static Starter.Carried<Forest> moved(boolean beside, Place place) {
        return (forest, o) -> {
            DefaultMutableTreeNode node = forest.get(o.number(0));
            DefaultMutableTreeNode other = forest.get(o.number(1));
            if (node == null || other == null) throw new Starter.Refused("missing");
            if (beside && node == other) throw new Starter.Refused("cycle");
            if (beside && other.getParent() == null) throw new Starter.Refused("root");
            try {
                place.move(node, other);
            } catch (IllegalArgumentException error) {
                throw new Starter.Refused("cycle");
            }
            return null;
        };
    }

    /** Moves a node to a place beside a sibling; {@code insert} counts places after the node has left its own. */
    private static void beside(DefaultMutableTreeNode node, DefaultMutableTreeNode sibling, int distance) {
        DefaultMutableTreeNode parent = (DefaultMutableTreeNode) sibling.getParent();
        int place = parent.getIndex(sibling) + distance;
        boolean leaves = node.getParent() == parent && parent.getIndex(node) < place;
        parent.insert(node, leaves ? place - 1 : place);
    }

    /** Removes a node; its children take its place, or become roots. */
    private static boolean removed(Forest forest, Integer name) {
        DefaultMutableTreeNode node = forest.remove(name);
        if (node == null) return false;
        DefaultMutableTreeNode parent = (DefaultMutableTreeNode) node.getParent();
        int place = parent == null ? 0 : parent.getIndex(node);
        node.removeFromParent();
        for (TreeNode child : Collections.list(node.children())) {
            if (parent == null) ((DefaultMutableTreeNode) child).removeFromParent();
            else parent.insert((DefaultMutableTreeNode) child, place++);
        }
        return true;
    }

    private static boolean subtreeRemoved(Forest forest, Integer name) {
        DefaultMutableTreeNode node = forest.remove(name);
        if (node == null) return false;
        node.removeFromParent();
        descendants(node).forEach(below -> forest.remove(name(below)));
        return true;
    }

    private static Map<String, Starter.Carried<Forest>> functions() {
        Map<String, Starter.Carried<Forest>> functions = new HashMap<>();
        functions.put("node", (forest, o) -> forest.putIfAbsent(o.number(0), new DefaultMutableTreeNode(o.number(0))) == null);
        functions.put("remove", (forest, o) -> removed(forest, o.number(0)));
        functions.put("remove_subtree", (forest, o) -> subtreeRemoved(forest, o.number(0)));
        functions.put("clear", (forest, o) -> {
            forest.clear();
            return null;
        });
        functions.put("append", moved(false, (node, other) -> other.add(node)));
        functions.put("prepend", moved(false, (node, other) -> other.insert(node, 0)));
        functions.put("before", moved(true, (node, other) -> beside(node, other, 0)));
        functions.put("after", moved(true, (node, other) -> beside(node, other, 1)));
        functions.put("descendants", (forest, o) ->
                forest.containsKey(o.number(0)) ? names(descendants(forest.get(o.number(0)))) : null);
        functions.put("contains", (forest, o) -> forest.containsKey(o.number(0)));
        functions.put("parent", (forest, o) -> forest.containsKey(o.number(0)) ? name(forest.get(o.number(0)).getParent()) : null);
        functions.put("children", (forest, o) ->
                forest.containsKey(o.number(0)) ? names(Collections.list(forest.get(o.number(0)).children()).stream()) : null);
        functions.put("roots", (forest, o) -> names(forest.values().stream().filter(node -> node.isRoot()).map(node -> (TreeNode) node)));
        functions.put("len", (forest, o) -> forest.size());
        return functions;
    }

    public static void main(String[] arguments) throws IOException {
        String fields = "protocol=6 name=DefaultMutableTreeNode version=17 system=forest";
        new Starter<>(fields, TABLE, choices -> new Forest(), functions()).serve();
    }
}
