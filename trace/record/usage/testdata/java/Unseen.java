import java.util.List;
import java.util.Map;

/** Changes collections where the agent does not look. */
class Unseen {
    static void clear(Map<?, ?> m) {
        m.clear();
    }

    static void add(List<Object> l) {
        l.add(7);
    }
}
