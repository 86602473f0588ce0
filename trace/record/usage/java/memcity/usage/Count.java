package memcity.usage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** How often elements of a collection were got at a site. */
final class Count {
    private static final VarHandle OTHERS, ALLS;

    static {
        try {
            OTHERS = MethodHandles.lookup().findVarHandle(Count.class, "others", int.class);
            ALLS = MethodHandles.lookup().findVarHandle(Count.class, "alls", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int site;
    Count next;
    /** GETs by the thread that owns the collection, by others, and how many of both were written. */
    private int owners;
    private volatile int others;
    private int written;
    /** GETs of all elements, the time of the last, and how many were written. */
    private volatile int alls;
    private int allTime;
    private int allsWritten;

    Count(int site, Count next) {
        this.site = site;
        this.next = next;
    }

    void one(boolean owner) {
        if (owner) {
            owners++;
        } else {
            int before = (int) OTHERS.getAndAdd(this, 1);
        }
    }

    void all(int time) {
        allTime = time;
        int before = (int) ALLS.getAndAdd(this, 1);
    }

    /** Writes what was counted since the last call. */
    void write(long coll, int size) {
        int ones = owners + others;
        if (ones != written) {
            Records.write(Records.OPERATIONS, coll, Names.written(site), 1, ones - written);
            written = ones;
        }
        int all = alls;
        if (all != allsWritten) {
            Records.write(Records.GETALL, coll, size, Names.written(site), allTime, all - allsWritten);
            allsWritten = all;
        }
    }
}
