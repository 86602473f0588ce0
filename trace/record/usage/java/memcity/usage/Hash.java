package memcity.usage;

/** Hashes and comparisons of elements, which run no code of the program. */
final class Hash {
    /** Stands for null, of which there is one. */
    static final Object NULL = new Object();

    /** For tests: keeps so many bits of each hash, so that many are equal. It changes nothing but speed. */
    private static final int BITS = Integer.getInteger("memcity.usage.test.hashBits", 32);
    private static final int MASK = BITS >= 32 ? -1 : (1 << BITS) - 1;

    static int identity(Object o) {
        return System.identityHashCode(o) & MASK;
    }

    /** Returns an element's hash: that of its value if it is one of {@link #isValue}, else that of its identity. */
    static int of(Object o, boolean identity) {
        int h = identity || !isValue(o) ? System.identityHashCode(o) : o.hashCode() * 0x9e3779b9;
        return (h ^ h >>> 16) & MASK;
    }

    /** Reports whether objects of a type are compared by value: those types of java.lang whose equals is final and known. */
    static boolean isValue(Object o) {
        Class<?> c = o.getClass();
        return c == String.class || c == Integer.class || c == Long.class || c == Character.class || c == Short.class || c == Byte.class
                || c == Double.class || c == Float.class || c == Boolean.class;
    }
}
