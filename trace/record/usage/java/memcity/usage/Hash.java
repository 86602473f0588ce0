package memcity.usage;

/** Hashes and comparisons of elements. They run no code of the program. */
final class Hash {
    /** Represents null. */
    static final Object NULL = new Object();

    /** For tests: the number of bits kept of each hash, so that many hashes collide. It affects only speed. */
    private static final int BITS = Integer.getInteger("memcity.usage.test.hashBits", 32);
    private static final int MASK = BITS >= 32 ? -1 : (1 << BITS) - 1;

    static int identity(Object o) {
        return System.identityHashCode(o) & MASK;
    }

    /** Returns an element's hash: of its value if {@link #isValue}, else of its identity. */
    static int of(Object o, boolean identity) {
        int h = identity || !isValue(o) ? System.identityHashCode(o) : o.hashCode() * 0x9e3779b9;
        return (h ^ h >>> 16) & MASK;
    }

    /** Reports whether objects of a type are compared by value: types of java.lang whose equals is final and has known behavior. */
    static boolean isValue(Object o) {
        Class<?> c = o.getClass();
        return c == String.class || c == Integer.class || c == Long.class || c == Character.class || c == Short.class || c == Byte.class
                || c == Double.class || c == Float.class || c == Boolean.class;
    }
}
