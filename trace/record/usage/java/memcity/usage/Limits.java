package memcity.usage;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what is kept, and what it costs. Beyond a limit only one of N collections is followed, chosen by identity hash, and N doubles
 * until it fits; of the others the births and deaths are known, or nothing if there are too many collections or records.
 */
final class Limits {
    static final AtomicLong ELEMENTS = new AtomicLong();
    static long mostElements;
    private static int mostCollections;
    private static long mostRecords;
    private static long records;
    private static long since;
    /** How many more records there may be, beyond the rate. */
    private static long credit;
    private static volatile int oneIn = 1;
    private static volatile boolean forgets;
    private static volatile boolean over;
    /** Nothing is recorded: probes find no collection, and note none. */
    static volatile boolean off;

    /** What is kept for an element and for a collection, in bytes, about. */
    static final int ELEMENT_BYTES = 128, COLLECTION_BYTES = 256;
    /** Elements take at most one part of so many of the heap by default, and so do collections: the program needs the rest. */
    private static final int HEAP_PARTS = 8;
    private static final int MOST = 1 << 20;
    /** A burst is as many records as there may be in so many seconds. */
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

    /** Returns how many things of a size may be kept in this heap, at most a given number. */
    static long ofHeap(long most, int bytes) {
        return Math.min(most, Math.max(1, Runtime.getRuntime().maxMemory() / HEAP_PARTS / bytes));
    }

    /** Forgets everything that was noted. */
    static synchronized void end() {
        off = true;
        for (Coll c : Known.all(false)) {
            Known.forget(c);
        }
    }

    /** Reports whether a collection is one of those that are followed. */
    static boolean chosen(int hash) {
        return ((hash * 0x9e3779b1 >>> 8) & oneIn - 1) == 0;
    }

    /** Reports whether a collection that is not known is noted at all. */
    static boolean notes(int hash) {
        return !off && (!forgets || chosen(hash));
    }

    /** Counts an element, with a lock of its collection held: {@link #check} follows without. */
    static void added() {
        if (ELEMENTS.incrementAndGet() > mostElements) {
            over = true;
        }
    }

    /** Follows fewer collections if there are too many elements or collections. Called with no lock held. */
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

    /** Follows fewer collections if there are too many records for longer than a burst. */
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
