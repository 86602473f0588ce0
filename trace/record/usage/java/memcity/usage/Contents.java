package memcity.usage;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** Reads collections of java.util whose {@link Kind#readable} guarantees that this runs no code of the program. */
final class Contents {
    static final Object[] NONE = {};

    private Contents() {}

    /** Returns the elements, or key and value of each entry; null if they cannot be read, or if there are more than most. */
    static Object[] read(Object o, boolean map, long most) {
        try {
            return map ? entries((Map<?, ?>) o, most) : elements((Collection<?>) o, most);
        } catch (RuntimeException changedMeanwhile) {
            return null;
        }
    }

    private static Object[] elements(Collection<?> c, long most) {
        int size = c.size();
        if (size == 0) {
            return NONE;
        }
        Object[] all = new Object[(int) Math.min(size, most)];
        int n = 0;
        for (Object o : c) {
            if (n == most) {
                return null;
            }
            if (n == all.length) {
                all = Arrays.copyOf(all, n * 2 + 1);
            }
            all[n++] = o;
        }
        return n == all.length ? all : Arrays.copyOf(all, n);
    }

    private static Object[] entries(Map<?, ?> m, long most) {
        int size = m.size();
        if (size == 0) {
            return NONE;
        }
        Object[] all = new Object[2 * (int) Math.min(size, most)];
        int n = 0;
        for (Map.Entry<?, ?> e : m.entrySet()) {
            if (n == 2 * most) {
                return null;
            }
            if (n == all.length) {
                all = Arrays.copyOf(all, n * 2 + 2);
            }
            all[n++] = e.getKey();
            all[n++] = e.getValue();
        }
        return n == all.length ? all : Arrays.copyOf(all, n);
    }

    static int size(Object o, Kind kind) {
        return kind.map ? ((Map<?, ?>) o).size() : ((Collection<?>) o).size();
    }
}
