package memcity.usage;

import java.lang.ref.WeakReference;

/** A collection or map of the program, or a view of one, in the table {@link Known}. */
abstract class Node extends WeakReference<Object> {
    /** The part of a collection that an object contains: its elements, or a map's entries as a map, an entry set, a key set, or the values. */
    static final int ELEMENTS = 0, MAP = 1, ENTRIES = 2, KEYS = 3, VALUES = 4;

    final int hash;
    final int part;
    /** True if it contains all elements, so that its clear removes them all. */
    final boolean whole;
    Node next;

    Node(Object o, int hash, int part, boolean whole) {
        super(o, Known.CLEARED);
        this.hash = hash;
        this.part = part;
        this.whole = whole;
    }

    /** Returns the collection that contains the elements. */
    abstract Coll coll();

    /** A view or a wrapper. */
    static final class View extends Node {
        private final Coll coll;

        View(Object o, int hash, int part, boolean whole, Coll coll) {
            super(o, hash, part, whole);
            this.coll = coll;
        }

        @Override
        Coll coll() {
            return coll;
        }
    }
}
