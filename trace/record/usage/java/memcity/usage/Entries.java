package memcity.usage;

import java.util.Map;

/** Reads entries of maps if that runs no code of the program. */
final class Entries {
    static final Object UNKNOWN = new Object();

    private Entries() {}

    static Object key(Object entry) {
        return isReadable(entry) ? ((Map.Entry<?, ?>) entry).getKey() : UNKNOWN;
    }

    /** Returns the value; null if unknown. */
    static Object value(Object entry) {
        return isReadable(entry) ? ((Map.Entry<?, ?>) entry).getValue() : null;
    }

    private static boolean isReadable(Object entry) {
        return entry instanceof Map.Entry && entry.getClass().getClassLoader() == null;
    }
}
