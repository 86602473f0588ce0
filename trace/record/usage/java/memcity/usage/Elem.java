package memcity.usage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/** An element, or the key of an entry, from its ADD to its REMOVE. It keeps the object no longer than the program does. */
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
    /** How often it is in the collection; 0 if it is no longer. */
    int n = 1;
    /** The value of an entry, in collections that look for entries by them. */
    Value value;
    /** GETs by the thread that owns the collection, GETs by others, and how many of both were written. */
    int owners;
    volatile int others;
    int written;
    /** The time of the last GET. */
    int last;
    /** Used while the collection is compared with what is known of it. */
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

    /** A value of a map, by which its entry is found. */
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
