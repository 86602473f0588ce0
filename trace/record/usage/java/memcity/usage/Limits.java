package memcity.usage;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the memory and the cost of the recording. Above a limit, only one of N collections is followed, selected by identity hash. N
 * doubles until the limit is met. For the others, only births and deaths are recorded, or nothing if there are too many collections or
 * records.
 */
final class Limits {
    static final AtomicLong ELEMENTS = new AtomicLong();
    static long mostElements;
    private static int mostCollections;
    private static long mostRecords;
    private static long records;
    private static long since;
    /** Number of further records permitted beyond the rate. */
    private static long credit;
    private static volatile int oneIn = 1;
    private static volatile boolean forgets;
    private static volatile boolean over;
    /** True if nothing is recorded: probes find no collection and create none. */
    static volatile boolean off;

    /** Approximate memory per element and per collection, in bytes. */
    static final int ELEMENT_BYTES = 128, COLLECTION_BYTES = 256;
    /** By default, elements take at most 1/HEAP_PARTS of the heap, and so do collections: the program needs the rest. */
    private static final int HEAP_PARTS = 8;
    private static final int MOST = 1 << 20;
    /** Length of a burst, in seconds of records at the permitted rate. */
    private static final int BURST = 10;

    private Limits() {}

    static void set(Options o) {
        mostElements = o.elements;
        mostCollections = o.collections;
        mostRecords = o.rate;
        credit = BURST * mostRecords;
        oneIn = 1;
        forgets = over = off = false;
    }

    /** Returns how many objects of a size fit into this heap's share, at most the given number. */
    static long ofHeap(long most, int bytes) {
        return Math.min(most, Math.max(1, Runtime.getRuntime().maxMemory() / HEAP_PARTS / bytes));
    }

    /** Forgets all collections. */
    static synchronized void end() {
        off = true;
        for (Coll c : Known.all(false)) {
            Known.forget(c);
        }
    }

    /** Reports whether a collection is among those that are followed. */
    static boolean chosen(int hash) {
        return ((hash * 0x9e3779b1 >>> 8) & oneIn - 1) == 0;
    }

    /** Reports whether a new collection is recorded at all. */
    static boolean notes(int hash) {
        return !off && (!forgets || chosen(hash));
    }

    /** Counts an element. Its collection's lock is held, so {@link #check} follows after it is released. */
    static void added() {
        if (ELEMENTS.incrementAndGet() > mostElements) {
            over = true;
        }
    }

    /** Follows fewer collections if there are too many elements or collections. Must be called without a lock. */
    static void check() {
        if (over || Known.collections() > mostCollections) {
            reduce();
        }
    }

    private static synchronized void reduce() {
        over = false;
        Known.reap();
        for (Coll c : Known.all(false)) {
            if (ELEMENTS.get() > mostElements && c.distinct() > mostElements / 2) {
                c.unfollow();
            }
        }
        forgets |= Known.collections() > mostCollections;
        while (oneIn < MOST && (ELEMENTS.get() > mostElements || Known.collections() > mostCollections)) {
            oneIn *= 2;
            unfollow();
        }
        write();
    }

    /** Follows fewer collections if there were too many records for longer than a burst. */
    static synchronized void checkRate() {
        long now = Clock.real(), total = Records.count();
        long n = total - records, most = mostRecords * (now - since) / 1000;
        since = now;
        records = total;
        credit = Math.min(BURST * mostRecords, credit + most - n);
        if (mostRecords == 0 || credit >= 0 || oneIn == MOST) {
            return;
        }
        credit = 0;
        for (long left = n; left > most && oneIn < MOST; left /= 2) {
            oneIn *= 2;
        }
        forgets = true;
        unfollow();
    }

    private static void unfollow() {
        for (Coll c : Known.all(false)) {
            if (chosen(c.hash)) {
                continue;
            }
            if (forgets) {
                Known.forget(c);
            } else {
                c.unfollow();
            }
        }
    }

    /** Writes the scale if not all collections are followed. */
    static synchronized void write() {
        if (oneIn > 1) {
            int followed = 0;
            for (Coll c : Known.all(false)) {
                followed += c.isFollowed() ? 1 : 0;
            }
            Records.write(Records.SCALE, oneIn, followed, Known.collections(), Clock.real());
        }
    }
}
