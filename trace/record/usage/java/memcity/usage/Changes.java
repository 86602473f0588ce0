package memcity.usage;

/** Code shared by the probes of several operations. */
final class Changes {
    private Changes() {}

    static void readAll(Object c, int site) {
        Node n = Known.of(c, site);
        if (n != null) {
            n.coll().gotAll(site);
        }
    }

    static void add(Object c, Object o, int site) {
        Node n = Known.changed(c, site);
        if (n == null) {
            return;
        }
        if (n.part == Node.ENTRIES || n.part == Node.VALUES) {
            n.coll().compareNow(site, site);
        } else {
            n.coll().added(o, null, site);
        }
    }

    static void remove(Object c, Object o, boolean equal, int site) {
        Node n = Known.changed(c, site);
        if (n != null) {
            Coll coll = n.coll();
            coll.removed(coll.seek(o, n.part, equal || coll.kind.unique), site);
        }
    }

    static void put(Object m, Object k, Object v, Object old, Object value, int site) {
        Node n = Known.changed(m, site);
        if (n == null) {
            return;
        }
        Coll c = n.coll();
        Elem e = c.seekEntry(k, old);
        if (e != null) {
            c.setValue(e, value);
            c.got(e, site);
        } else if (old == null) {
            c.added(k, v, site);
        } else {
            c.got(null, site);
        }
    }

    static void computed(Object m, Object k, Object r, int site) {
        Node n = Known.changed(m, site);
        if (n == null) {
            return;
        }
        Coll c = n.coll();
        Elem e = c.seekEntry(k, r);
        if (r == null) {
            if (c.lacks(e != null)) {
                c.removed(e, site);
            }
        } else if (e != null) {
            c.setValue(e, r);
            c.got(e, site);
        } else if (c.grew()) {
            c.added(k, r, site);
        } else {
            c.got(null, site);
        }
    }

    static void removeEntry(Object m, Object k, Object r, int site) {
        Node n = Known.changed(m, site);
        if (n == null) {
            return;
        }
        Coll c = n.coll();
        Elem e = c.seekEntry(k, r);
        if (r != null || c.lacks(false)) {
            c.removed(e, site);
        }
    }

    /** Compares a collection after a call that changed it. */
    static void compare(Object c, int site) {
        Node n = Known.changed(c, site);
        if (n != null) {
            n.coll().compareNow(site, site);
        }
    }

    static void addAll(Object c, Object[] from, int site) {
        Node n = Known.changed(c, site);
        if (n != null) {
            addAll(n, from, false, site);
        }
    }

    private static void addAll(Node to, Object[] contents, boolean entries, int site) {
        boolean fits = entries ? to.part == Node.MAP : to.part == Node.ELEMENTS || to.part == Node.KEYS && !to.coll().kind.map;
        if (fits) {
            to.coll().addedAll(contents, site);
        } else {
            to.coll().compareNow(site, site);
        }
    }

    static void addAll(Object c, Object from, int site) {
        Node n = Known.changed(c, site);
        if (n == null) {
            return;
        }
        Node of = Known.find(from);
        Kind kind = Kind.of(from);
        boolean same = of != null && of.coll() == n.coll();
        Object[] contents = kind == null || !kind.readable || same ? null : Contents.read(from, kind.map, Limits.mostElements);
        if (contents == null) {
            n.coll().compareNow(site, site);
        } else {
            addAll(n, contents, kind.map, site);
        }
    }
}
