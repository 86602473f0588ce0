package memcity.usage;

import java.lang.ref.WeakReference;
import java.util.SortedMap;

/**
 * The state of a collection. Changes hold its lock. GETs take no lock, but search again under the lock if they miss an element while other
 * threads use the collection.
 */
final class Coll extends Node {
    final long number;
    final Kind kind;
    /** The thread that created the collection. Its GETs are counted without atomic operations. */
    private final WeakReference<Thread> owner = Local.get().thread;
    /** True if other threads use the collection: its size may change between an operation and its probe. */
    private boolean shared;
    private volatile boolean followed;
    /** True if there is something to write at the end of the interval. */
    volatile boolean touched;
    /** True once the object's slot has been sent. */
    boolean placed;
    private final Table table;
    private Count[] counts;
    private Count latest;
    private int countsSize;
    /** Additions and removals since the last comparison, and the site of a removal whose element is unknown. */
    private int changes;
    private int removeSite;

    Coll(Object o, int hash, Kind kind, long number, boolean followed) {
        super(o, hash, kind.map ? MAP : ELEMENTS, true);
        this.kind = kind;
        this.number = number;
        this.followed = followed;
        boolean ordered = kind.map && kind.readable && o instanceof SortedMap && ((SortedMap<?, ?>) o).comparator() != null;
        table = new Table(this, kind.valued && (ordered || !kind.readable));
    }

    @Override
    Coll coll() {
        return this;
    }

    boolean isFollowed() {
        return followed;
    }

    int distinct() {
        return table.distinct;
    }

    void writeAlloc(Object o, int site, int size) {
        Records.write(Records.ALLOC, number, size, Names.written(site), Names.type(o), Clock.now());
        if (!followed) {
            Records.write(Records.UNFOLLOWED, number, Clock.now());
        }
    }

    /** Adds the elements of a collection that is seen for the first time. */
    void fill(Object o, int site, boolean isNew) {
        if (kind.readable && followed) {
            Object[] contents = Contents.read(o, kind.map, Limits.mostElements);
            if (contents == null || contents.length == 0) {
                return;
            }
            synchronized (this) {
                if (followed) {
                    int size = contents.length / (kind.map ? 2 : 1);
                    table.compare(contents, site, 0, isNew ? -1 : size);
                }
            }
        }
    }

    private boolean isOwner() {
        boolean mine = owner.get() == Thread.currentThread();
        if (!mine && !shared) {
            shared = true;
        }
        return mine;
    }

    /** Returns the size for records: that of the collection itself if it can be read. */
    int size() {
        Object o = kind.sized && !shared ? get() : null;
        return o == null ? table.total : Contents.size(o, kind);
    }

    // Finding elements.

    /** Returns the element for an object that an operation returned or, if equal, was passed; null if unknown. */
    Elem find(Object o, int part, boolean equal) {
        Elem e = seek(o, part, equal);
        return e == null && followed && drifted() && compare(0, 0) ? seek(o, part, equal) : e;
    }

    /** Like {@link #find} for an operation that changed the collection, so that it differs from the table. */
    Elem seek(Object o, int part, boolean equal) {
        if (!followed) {
            return null;
        }
        Elem e = lookup(o, part, equal);
        if (e == null && shared) {
            synchronized (this) {
                e = lookup(o, part, equal);
            }
        }
        return e;
    }

    private Elem lookup(Object o, int part, boolean equal) {
        if (part == VALUES) {
            return byValue(o);
        }
        Object key = part == ENTRIES ? Entries.key(o) : o;
        return key == Entries.UNKNOWN ? null : table.find(key, equal);
    }

    /** Returns the entry of a map by its key, else by its value. */
    Elem findEntry(Object key, Object value) {
        Elem e = seekEntry(key, value);
        return e == null && followed && drifted() && compare(0, 0) ? seekEntry(key, value) : e;
    }

    /** Like {@link #findEntry} for an operation that may have changed the map. */
    Elem seekEntry(Object key, Object value) {
        Elem e = seek(key, MAP, true);
        return e == null && followed && value != null ? table.byValue(value) : e;
    }

    /** Reports whether the collection has fewer elements than the table; otherwise is returned if its size cannot be read. */
    boolean lacks(boolean otherwise) {
        Object o = kind.sized && !shared ? get() : null;
        return o == null ? otherwise : Contents.size(o, kind) < table.total;
    }

    /** Reports whether the collection has more elements than the table, or has a size that cannot be read. */
    boolean grew() {
        Object o = kind.sized && !shared ? get() : null;
        return o == null || Contents.size(o, kind) > table.total;
    }

    private Elem byValue(Object value) {
        if (!table.hasValues()) {
            useValues();
        }
        return table.byValue(value);
    }

    private void useValues() {
        Object o = get();
        Object[] contents = kind.readable && o != null ? Contents.read(o, true, Limits.mostElements) : Contents.NONE;
        synchronized (this) {
            table.useValues(contents == null ? Contents.NONE : contents);
        }
    }

    // Operations.

    /** Records a GET of an element; null if the element is unknown. */
    void got(Elem e, int site) {
        if (!followed) {
            return;
        }
        boolean mine = isOwner();
        int time = Clock.now();
        if (Start.log) {
            synchronized (this) {
                if (followed) {
                    Records.write(Records.GET, number, e == null || e.n == 0 ? 0 : e.number, size(), Names.written(site), time, 1);
                }
            }
            return;
        }
        if (e != null) {
            e.count(mine, time);
        }
        Count c = latest;
        if (c == null || c.site != site) {
            c = count(site);
        }
        c.one(mine);
        if (!touched) {
            touched = true;
        }
    }

    void gotAll(int site) {
        if (!followed) {
            return;
        }
        isOwner();
        if (Start.log) {
            Records.write(Records.GETALL, number, size(), Names.written(site), Clock.now(), 1);
            return;
        }
        count(site).all(Clock.now());
        touched = true;
    }

    private synchronized Count count(int site) {
        if (counts == null) {
            counts = new Count[4];
        } else if (countsSize > counts.length) {
            growCounts();
        }
        int i = site & counts.length - 1;
        for (Count c = counts[i]; c != null; c = c.next) {
            if (c.site == site) {
                latest = c;
                return c;
            }
        }
        countsSize++;
        counts[i] = new Count(site, counts[i]);
        latest = counts[i];
        return latest;
    }

    private void growCounts() {
        Count[] to = new Count[counts.length * 4];
        for (Count c : counts) {
            while (c != null) {
                Count next = c.next;
                c.next = to[c.site & to.length - 1];
                to[c.site & to.length - 1] = c;
                c = next;
            }
        }
        counts = to;
    }

    void added(Object o, Object value, int site) {
        if (followed) {
            isOwner();
            add(o, value, site);
            settle(site);
        }
    }

    /** Records the addition of all elements, or of entries as keys and values. Compares sizes only afterwards. */
    void addedAll(Object[] contents, int site) {
        if (followed) {
            isOwner();
            for (int i = 0; i < contents.length; i += kind.map ? 2 : 1) {
                add(contents[i], kind.map ? contents[i + 1] : null, site);
            }
            settle(site);
        }
    }

    private synchronized void add(Object o, Object value, int site) {
        if (!followed) {
            return;
        }
        Elem e = kind.unique ? table.find(o, true) : null;
        if (e != null) {
            table.setValue(e, value);
            got(e, site);
        } else {
            changes++;
            table.add(o, value, site, -1);
        }
    }

    /** Records a removal; null if the element is unknown. */
    void removed(Elem e, int site) {
        if (!followed) {
            return;
        }
        isOwner();
        synchronized (this) {
            if (followed) {
                changes++;
                if (e != null && e.n > 0) {
                    table.remove(e, 1, site, -1);
                } else {
                    removeSite = site;
                }
            }
        }
        settle(site);
    }

    /** Records the replacement of a list's object by another. */
    void set(Object old, Object o, int site) {
        Elem e = find(old, ELEMENTS, false);
        if (old == o) {
            got(e, site);
        } else if (e == null || !replace(e, o, site)) {
            compareNow(site, site);
        }
    }

    /** Replaces an element by another; reports whether it was there. */
    synchronized boolean replace(Elem e, Object o, int site) {
        if (!followed || e == null || e.n == 0) {
            return !followed;
        }
        table.remove(e, 1, site, -1);
        table.add(o, null, site, -1);
        return true;
    }

    void setValue(Elem e, Object value) {
        if (table.hasValues() || e.value != null) {
            synchronized (this) {
                table.setValue(e, value);
            }
        }
    }

    synchronized void cleared(int site) {
        if (followed) {
            isOwner();
            table.clear();
            Records.clear(number, Names.written(site), Clock.now());
        }
    }

    /** Removes an element whose object the GC has collected and that no observed operation removed. */
    synchronized void vanished(Elem e) {
        if (followed && e.n > 0) {
            table.remove(e, e.n, 0, -1);
        }
    }

    // Comparing.

    private boolean drifted() {
        Object o = kind.sized && !shared ? get() : null;
        return o != null && Contents.size(o, kind) != table.total;
    }

    private void settle(int site) {
        if (drifted()) {
            compare(site, removeSite != 0 ? removeSite : site);
            removeSite = 0;
        }
        Limits.check();
    }

    /** Compares unless there were only a few changes since the last comparison. This bounds the cost per change. */
    private boolean compare(int addSite, int removeSite) {
        if (changes < table.total / 16) {
            changes++;
            return false;
        }
        return compareNow(addSite, removeSite);
    }

    /** Compares the collection with the table; reports whether that was possible. */
    boolean compareNow(int addSite, int removeSite) {
        Object o = kind.readable && followed ? get() : null;
        Object[] contents = o == null ? null : Contents.read(o, kind.map, Limits.mostElements);
        if (contents == null) {
            return false;
        }
        synchronized (this) {
            changes = 0;
            if (followed) {
                table.compare(contents, addSite, removeSite, -1);
            }
        }
        Limits.check();
        return true;
    }

    // Ends.

    /** Writes the counts since the last call. */
    synchronized void drain() {
        touched = false;
        if (followed && !Start.log) {
            table.writeGets();
            for (Count c : counts == null ? new Count[0] : counts) {
                for (; c != null; c = c.next) {
                    c.write(number, table.total);
                }
            }
        }
    }

    synchronized void unfollow() {
        if (followed) {
            drain();
            followed = false;
            Records.write(Records.UNFOLLOWED, number, Clock.real());
            drop();
        }
    }

    synchronized void dealloc() {
        drain();
        Records.write(Records.DEALLOC, number, Clock.real());
        followed = false;
        drop();
    }

    private void drop() {
        table.clear();
        counts = null;
        latest = null;
    }
}
