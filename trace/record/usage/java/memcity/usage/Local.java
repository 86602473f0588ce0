package memcity.usage;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/** The state of a thread: the iterators that it uses. */
final class Local {
    private static final int MOST = 8;
    private static final ThreadLocal<Local> LOCAL = new ThreadLocal<Local>() {
        @Override
        protected Local initialValue() {
            return new Local();
        }
    };

    final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
    /** The iterators, the latest last. */
    private Iter[] iters = new Iter[4];
    private int n;

    static Local get() {
        return LOCAL.get();
    }

    /** Remembers an iterator until it is exhausted or there are too many newer ones. */
    void iterates(Object iterator, Coll coll, int part) {
        while (n > 0 && (iters[n - 1].done || iters[n - 1].get() == null)) {
            n--;
        }
        if (n == MOST) {
            System.arraycopy(iters, 1, iters, 0, --n);
        } else if (n == iters.length) {
            iters = Arrays.copyOf(iters, n * 2);
        }
        iters[n++] = new Iter(iterator, coll, part);
    }

    /** Returns the state of an iterator; null if unknown. */
    Iter find(Object iterator) {
        for (int i = n - 1; i >= 0; i--) {
            if (iters[i].get() == iterator) {
                return iters[i];
            }
        }
        return null;
    }

    /** An iterator over a collection. */
    static final class Iter extends WeakReference<Object> {
        final Coll coll;
        final int part;
        /** The element that it returned last, to which its remove and set apply. */
        Elem last;
        /** True if it had no next element. It is forgotten when another one is added. */
        boolean done;

        Iter(Object iterator, Coll coll, int part) {
            super(iterator);
            this.coll = coll;
            this.part = part;
        }
    }
}
