package memcity.usage;

/** The elements of a collection by hash. All methods need the lock of the collection, unless noted otherwise. */
final class Table {
    /** Maximum number of entries per value in the index by value: searching more would take too long. */
    private static final int MOST_OF_VALUE = 64;

    private final Coll coll;
    private final boolean byIdentity;
    private Elem[] elems;
    /** The values of a map by identity; null unless entries are found by value. */
    private Elem.Value[] values;
    private int valuesSize;
    private boolean valued;
    int distinct;
    /** Number of elements, including duplicates. */
    int total;

    Table(Coll coll, boolean valued) {
        this.coll = coll;
        this.valued = valued;
        byIdentity = coll.kind.identity || !coll.kind.unique;
    }

    boolean hasValues() {
        return valued;
    }

    /**
     * Returns an element. It needs no lock. In sets and maps, objects with a value match equal ones. In lists they do so only if equal is true
     * and the object itself is missing. It then returns the oldest of several. That takes as long as a search in the list itself.
     */
    Elem find(Object o, boolean equal) {
        Object x = o == null ? Hash.NULL : o;
        Elem[] t = elems;
        if (t == null) {
            return null;
        }
        boolean byValue = !byIdentity && Hash.isValue(x);
        int h = Hash.of(x, byIdentity);
        for (Elem e = t[h & t.length - 1]; e != null; e = e.next) {
            if (e.hash == h) {
                Object y = e.get();
                if (y == x || byValue && equal && same(y, x)) {
                    return e;
                }
            }
        }
        return equal && !coll.kind.unique && Hash.isValue(x) ? findEqual(t, x) : null;
    }

    private static boolean same(Object y, Object x) {
        return y != null && y.getClass() == x.getClass() && y.equals(x);
    }

    private static Elem findEqual(Elem[] t, Object x) {
        Elem best = null;
        for (Elem e : t) {
            for (; e != null; e = e.next) {
                if (same(e.get(), x) && (best == null || e.number < best.number)) {
                    best = e;
                }
            }
        }
        return best;
    }

    /** Returns an entry by its value; of several, the one with the fewest GETs. It needs no lock. */
    Elem byValue(Object value) {
        Elem.Value[] t = values;
        if (t == null || value == null) {
            return null;
        }
        int h = Hash.of(value, true);
        Elem best = null;
        for (Elem.Value v = t[h & t.length - 1]; v != null; v = v.next) {
            if (v.hash == h && v.get() == value && (best == null || v.of.gets() < best.gets())) {
                best = v.of;
            }
        }
        return best;
    }

    /** Adds an object, or another occurrence of it. The record contains the given size unless it is negative. */
    void add(Object o, Object value, int site, int size) {
        Elem e = find(o, false);
        total++;
        if (e != null) {
            e.n++;
        } else {
            e = insert(o == null ? Hash.NULL : o);
            setValue(e, value);
        }
        e.seen++;
        Records.write(Records.ADD, coll.number, e.number, size < 0 ? coll.size() : size, Names.written(site),
                Names.type(value == null ? o : value), Clock.now());
    }

    private Elem insert(Object o) {
        if (elems == null) {
            elems = new Elem[4];
        } else if (distinct > elems.length / 2) {
            grow();
        }
        int h = Hash.of(o, byIdentity);
        int i = h & elems.length - 1;
        Elem e = new Elem(o, h, coll, Start.NUMBERS.incrementAndGet(), elems[i]);
        elems[i] = e;
        distinct++;
        Limits.added();
        return e;
    }

    /** Moves the elements. A concurrent reader may miss some, but terminates. */
    private void grow() {
        Elem[] to = new Elem[elems.length * 2];
        for (Elem e : elems) {
            while (e != null) {
                Elem next = e.next;
                int i = e.hash & to.length - 1;
                e.next = to[i];
                to[i] = e;
                e = next;
            }
        }
        elems = to;
    }

    /** Removes the given number of occurrences of an element. */
    void remove(Elem e, int times, int site, int size) {
        total -= times;
        e.n -= times;
        if (e.n == 0) {
            writeGets(e);
            unlink(e);
        }
        for (int i = 0; i < times; i++) {
            Records.write(Records.REMOVE, coll.number, e.number, size < 0 ? coll.size() : size, Names.written(site), Clock.now());
        }
    }

    private void unlink(Elem gone) {
        int i = gone.hash & elems.length - 1;
        for (Elem e = elems[i], before = null; e != null; before = e, e = e.next) {
            if (e == gone) {
                if (before == null) {
                    elems[i] = e.next;
                } else {
                    before.next = e.next;
                }
                distinct--;
                Limits.ELEMENTS.decrementAndGet();
                break;
            }
        }
        unlinkValue(gone);
        gone.clear();
    }

    /** Forgets all elements. */
    void clear() {
        if (elems != null) {
            for (Elem e : elems) {
                for (; e != null; e = e.next) {
                    writeGets(e);
                    e.n = 0;
                }
            }
        }
        Limits.ELEMENTS.addAndGet(-distinct);
        distinct = 0;
        total = 0;
        elems = null;
        values = null;
        valuesSize = 0;
    }

    // Values.

    /** Sets the value of an entry, if it may be needed to find the entry. */
    void setValue(Elem e, Object value) {
        if (value == null || e.value != null && e.value.get() == value) {
            return;
        }
        if (e.value != null) {
            unlinkValue(e);
        }
        Object key = e.get();
        if (!valued && key != null && (Hash.isValue(key) || coll.kind.identity)) {
            return;
        }
        if (values == null) {
            values = new Elem.Value[8];
        } else if (valuesSize > values.length) {
            growValues();
        }
        int h = Hash.of(value, true);
        int i = h & values.length - 1;
        int same = 0;
        for (Elem.Value v = values[i]; v != null; v = v.next) {
            same += v.hash == h ? 1 : 0;
        }
        if (same >= MOST_OF_VALUE) {
            return;
        }
        valuesSize++;
        e.value = new Elem.Value(value, h, e, values[i]);
        values[i] = e.value;
    }

    private void unlinkValue(Elem of) {
        if (of.value == null || values == null) {
            return;
        }
        int i = of.value.hash & values.length - 1;
        for (Elem.Value v = values[i], before = null; v != null; before = v, v = v.next) {
            if (v == of.value) {
                if (before == null) {
                    values[i] = v.next;
                } else {
                    before.next = v.next;
                }
                valuesSize--;
                break;
            }
        }
        of.value = null;
    }

    private void growValues() {
        Elem.Value[] to = new Elem.Value[values.length * 2];
        for (Elem.Value v : values) {
            while (v != null) {
                Elem.Value next = v.next;
                int i = v.hash & to.length - 1;
                v.next = to[i];
                to[i] = v;
                v = next;
            }
        }
        values = to;
    }

    /** Stores the values of all entries from now on, starting with the given contents of the map. */
    void useValues(Object[] contents) {
        valued = true;
        for (int i = 0; i + 1 < contents.length; i += 2) {
            Elem e = find(contents[i], true);
            if (e != null) {
                setValue(e, contents[i + 1]);
            }
        }
    }

    // Comparing, writing.

    /**
     * Adds and removes until the table equals the given contents. Records of added elements contain the given size. If it is -1 and the table
     * was empty, they count up from 1.
     */
    void compare(Object[] contents, int addSite, int removeSite, int size) {
        mark();
        boolean counts = total == 0 && size < 0;
        int step = coll.kind.map ? 2 : 1;
        for (int i = 0; i < contents.length; i += step) {
            Object value = step == 2 ? contents[i + 1] : null;
            Elem e = find(contents[i], coll.kind.unique);
            if (e != null && e.seen < e.n) {
                e.seen++;
                setValue(e, value);
            } else {
                add(contents[i], value, addSite, counts ? total + 1 : size);
            }
        }
        sweep(removeSite, size);
    }

    private void mark() {
        for (Elem e : elems == null ? new Elem[0] : elems) {
            for (; e != null; e = e.next) {
                e.seen = 0;
            }
        }
    }

    /** Removes the elements that were not seen since {@link #mark}. */
    private void sweep(int site, int size) {
        for (Elem e : elems == null ? new Elem[0] : elems) {
            while (e != null) {
                Elem next = e.next;
                if (e.seen < e.n) {
                    remove(e, e.n - e.seen, site, size);
                }
                e = next;
            }
        }
    }

    /** Writes the GETs counted since the last call. */
    void writeGets() {
        for (Elem e : elems == null ? new Elem[0] : elems) {
            for (; e != null; e = e.next) {
                writeGets(e);
            }
        }
    }

    private void writeGets(Elem e) {
        int n = e.gets();
        if (n != e.written) {
            Records.write(Records.GET, coll.number, e.number, total, 0, e.last, n - e.written);
            e.written = n;
        }
    }
}
