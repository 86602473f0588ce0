import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What the model program is to have done, in lines that the test compares with what the agent wrote. It is not rewritten. */
final class Oracle {
    static PrintStream out;
    private static final IdentityHashMap<Object, Oracle> OF = new IdentityHashMap<>();
    private static int collections;
    private static int elements;

    private final int number = ++collections;
    private final Object collection;
    /** The elements by identity, each once, with how often it is there. */
    private final List<Object> objects = new ArrayList<>();
    private final List<int[]> stays = new ArrayList<>();

    private Oracle(Object c) {
        collection = c;
        out.println("alloc " + number);
    }

    static Oracle made(Object c) {
        Oracle o = new Oracle(c);
        OF.put(c, o);
        if (c instanceof Map) {
            ((Map<?, ?>) c).keySet().forEach(o::added);
        } else {
            ((Collection<?>) c).forEach(o::added);
        }
        return o;
    }

    private int index(Object x) {
        for (int i = 0; i < objects.size(); i++) {
            if (objects.get(i) == x) {
                return i;
            }
        }
        return -1;
    }

    /** Returns how many different objects are equal to one. */
    int equalTo(Object x) {
        int n = 0;
        for (Object o : objects) {
            n += same(o, x) ? 1 : 0;
        }
        return n;
    }

    private boolean same(Object o, Object x) {
        return collection instanceof IdentityHashMap ? o == x : o == null ? x == null : o.equals(x);
    }

    Object equal(Object x) {
        for (Object o : objects) {
            if (same(o, x)) {
                return o;
            }
        }
        throw new IllegalStateException("there is no " + x);
    }

    Object any(int i) {
        return objects.get(i % objects.size());
    }

    int distinct() {
        return objects.size();
    }

    void added(Object x) {
        int i = index(x);
        if (i < 0) {
            i = objects.size();
            objects.add(x);
            stays.add(new int[] {++elements, 0});
        }
        stays.get(i)[1]++;
        out.println("add " + number + " " + stays.get(i)[0]);
    }

    void addedAll(Collection<?> b, boolean set) {
        for (Object x : b) {
            if (set && equalTo(x) > 0) {
                got(equal(x));
            } else {
                added(x);
            }
        }
    }

    void got(Object x) {
        int i = index(x);
        out.println("get " + number + " " + (i < 0 ? "0" : stays.get(i)[0]));
    }

    void all() {
        out.println("all " + number);
    }

    void cleared() {
        objects.clear();
        stays.clear();
        out.println("clear " + number);
    }

    void removed(Object x) {
        int i = index(x);
        out.println("remove " + number + " " + stays.get(i)[0]);
        if (--stays.get(i)[1] == 0) {
            stays.remove(i);
            objects.remove(i);
        }
    }

    /** The collection is compared with what was known of it. */
    void compared(Iterable<?> now) {
        List<Object> before = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            for (int n = 0; n < stays.get(i)[1]; n++) {
                before.add(objects.get(i));
            }
        }
        for (Object x : now) {
            int i = 0;
            while (i < before.size() && before.get(i) != x) {
                i++;
            }
            if (i < before.size()) {
                before.remove(i);
            } else {
                added(x);
            }
        }
        before.forEach(this::removed);
    }

    /** Writes the GET of the entry with a value. */
    static void keyOf(Map<?, ?> m, Object value, Oracle o) {
        for (Map.Entry<?, ?> e : m.entrySet()) {
            if (e.getValue() == value) {
                o.got(e.getKey());
            }
        }
    }

    static Oracle of(Object c) {
        return OF.get(c);
    }
}
