import java.util.*;
import java.util.concurrent.*;

/** The part of the model with maps. */
final class ModelMaps {
    /** A key that is equal to others, which the agent must not ask. */
    static final class Key implements Comparable<Key> {
        final int n;

        Key(int n) {
            this.n = n;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && ((Key) o).n == n;
        }

        @Override
        public int hashCode() {
            return n;
        }

        @Override
        public String toString() {
            return "k" + n;
        }

        @Override
        public int compareTo(Key k) {
            return Integer.compare(n, k.n);
        }
    }

    private static Random random;
    private static boolean keys;

    private ModelMaps() {}

    static void run() {
        random = Model.random;
        keys = random.nextBoolean();
        Map<Object, Object> m = map();
        Oracle o = Oracle.made(m);
        for (int n = random.nextInt(60); n > 0; n--) {
            step(m, o);
        }
    }

    static Map<Object, Object> map() {
        switch (random.nextInt(10)) {
            case 0: return new HashMap<>();
            case 1: return new LinkedHashMap<>();
            case 2: return new TreeMap<>();
            case 3: return new ConcurrentHashMap<>();
            case 4: return new Hashtable<>();
            case 5: return new ConcurrentSkipListMap<>();
            case 6: return new WeakHashMap<>();
            case 7: return new Model.OwnMap();
            case 8: return new TreeMap<>((a, b) -> b.toString().compareTo(a.toString()));
            default: return new IdentityHashMap<>();
        }
    }

    static Object key() {
        int n = random.nextInt(30);
        return keys ? new Key(n) : "k" + n;
    }

    static void step(Map<Object, Object> m, Oracle o) {
        Object k = key();
        boolean there = o.equalTo(k) > 0;
        Object e = there ? o.equal(k) : null;
        Object v = new Object();
        switch (random.nextInt(17)) {
            case 0: case 1: case 2: case 3: put(m.put(k, v), k, e, o); break;
            case 4: put(m.putIfAbsent(k, v), k, e, o); break;
            case 5: put(m.computeIfAbsent(k, x -> v) == v ? null : v, k, e, o); break;
            case 6: put(m.merge(k, v, (x, y) -> x) == v ? null : v, k, e, o); break;
            case 7: got(m.get(k), e, o); break;
            case 8: got(m.getOrDefault(k, null), e, o); break;
            case 9: gone(m.remove(k), e, o); break;
            case 10:
                if (!(k instanceof Key) && m.containsKey(k)) {
                    o.got(e);
                }
                break;
            case 11: got(m.computeIfPresent(k, (x, y) -> y), e, o); break;
            case 12: remap(m, k, e, o); break;
            case 13: entries(m, o); break;
            case 14: views(m, o); break;
            case 15: sorted(m, o); break;
            default:
                if (random.nextInt(5) == 0) {
                    m.clear();
                    o.cleared();
                }
        }
    }

    static void put(Object old, Object k, Object e, Oracle o) {
        if (old == null) {
            o.added(k);
        } else {
            o.got(e);
        }
    }

    static void got(Object r, Object e, Oracle o) {
        if (r != null) {
            o.got(e);
        }
    }

    static void gone(Object r, Object e, Oracle o) {
        if (r != null) {
            o.removed(e);
        }
    }

    static void remap(Map<Object, Object> m, Object k, Object e, Oracle o) {
        if (e == null) {
            return;
        }
        if (random.nextBoolean()) {
            if (!(k instanceof Key)) {
                m.compute(k, (x, y) -> null);
                o.removed(e);
            }
            return;
        }
        m.replace(k, new Object());
        o.got(e);
    }

    static void entries(Map<Object, Object> m, Oracle o) {
        Iterator<Map.Entry<Object, Object>> i = m.entrySet().iterator();
        while (i.hasNext()) {
            Object k = i.next().getKey();
            o.got(k);
            if (random.nextInt(4) == 0) {
                i.remove();
                o.removed(k);
            }
        }
    }

    static void views(Map<Object, Object> m, Oracle o) {
        switch (random.nextInt(5)) {
            case 0:
                for (Object k : m.keySet()) {
                    o.got(k);
                }
                break;
            case 1:
                List<Object> order = new ArrayList<>();
                Oracle.made(order);
                for (Object v : m.values()) {
                    Oracle.keyOf(m, v, o);
                }
                break;
            case 2:
                Object k = key();
                if (!(k instanceof Key) && o.equalTo(k) > 0) {
                    m.keySet().remove(k);
                    o.removed(o.equal(k));
                }
                break;
            case 3:
                m.values().stream().count();
                o.all();
                break;
            default:
                m.forEach((x, y) -> { });
                o.all();
        }
    }

    static void sorted(Map<Object, Object> m, Oracle o) {
        if (!(m instanceof NavigableMap) || m.isEmpty()) {
            return;
        }
        NavigableMap<Object, Object> n = (NavigableMap<Object, Object>) m;
        switch (random.nextInt(4)) {
            case 0: o.got(n.firstKey()); break;
            case 1: o.got(n.lastEntry().getKey()); break;
            case 2: o.removed(n.pollFirstEntry().getKey()); break;
            default:
                for (Object k : n.descendingMap().keySet()) {
                    o.got(k);
                }
        }
    }
}
