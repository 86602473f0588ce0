package memcity.usage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/** An element, or the key of an entry, from its ADD to its REMOVE. It does not keep the object alive. */
final class Elem extends WeakReference<Object> {
    private static final VarHandle OTHERS;

    static {
        try {
            OTHERS = MethodHandles.lookup().findVarHandle(Elem.class, "others", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Coll coll;
    final int hash;
    final long number;
    Elem next;
    /** Number of occurrences in the collection; 0 once removed. */
    int n = 1;
    /** The value of an entry, in collections that find entries by value. */
    Value value;
    /** GETs by the owner thread, GETs by others, and how many of both have been written. */
    int owners;
    volatile int others;
    int written;
    /** Time of the last GET. */
    int last;
    /** Number of occurrences seen during a comparison. */
    int seen;

    Elem(Object o, int hash, Coll coll, long number, Elem next) {
        super(o, Known.CLEARED);
        this.hash = hash;
        this.coll = coll;
        this.number = number;
        this.next = next;
    }

    void count(boolean owner, int time) {
        if (owner) {
            owners++;
        } else {
            int before = (int) OTHERS.getAndAdd(this, 1);
        }
        last = time;
    }

    int gets() {
        return owners + others;
    }

    /** A value of a map, by which its entry can be found. */
    static final class Value extends WeakReference<Object> {
        final Elem of;
        final int hash;
        Value next;

        Value(Object o, int hash, Elem of, Value next) {
            super(o);
            this.of = of;
            this.hash = hash;
            this.next = next;
        }
    }
}
