package memcity.usage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The number of GETs of a collection's elements at a site. */
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
    /** GETs by the owner thread, GETs by others, and how many of both have been written. */
    private int owners;
    private volatile int others;
    private int written;
    /** GETs of all elements, the time of the last one, and how many have been written. */
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

    /** Writes the counts since the last call. */
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
