package memcity.usage;

/** The probes of iterators and enumerations, with the conventions of {@link Probe}. */
public final class Iters {
    private Iters() {}

    public static void iterated(Object c, Object r, int site) {
        try {
            Node n = Known.of(c, site);
            if (n == null || r == null) {
                return;
            }
            if (Start.coarse) {
                n.coll().gotAll(site);
            }
            if (n.coll().isFollowed()) {
                Local.get().iterates(r, n.coll(), n.part);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void iterated(Object c, int i, Object r, int site) {
        iterated(c, r, site);
    }

    public static void keys(Object m, Object r, int site) {
        try {
            Node n = Known.of(m, site);
            if (n != null && r != null) {
                Local.get().iterates(r, n.coll(), Node.KEYS);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void elements(Object c, Object r, int site) {
        try {
            Node n = Known.of(c, site);
            if (n != null && r != null) {
                Local.get().iterates(r, n.coll(), n.part == Node.MAP ? Node.VALUES : n.part);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void next(Object it, Object r, int site) {
        try {
            Local.Iter i = Local.get().find(it);
            if (i == null) {
                return;
            }
            i.done = false;
            i.last = i.coll.find(r, i.part, i.coll.kind.unique);
            if (!Start.coarse) {
                i.coll.got(i.last, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void hasNext(Object it, boolean r, int site) {
        try {
            if (!r) {
                Local.Iter i = Local.get().find(it);
                if (i != null) {
                    i.done = true;
                }
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void removed(Object it, int site) {
        try {
            Local.Iter i = Local.get().find(it);
            if (i != null) {
                i.coll.removed(i.last, site);
                i.last = null;
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void set(Object it, Object o, int site) {
        try {
            Local.Iter i = Local.get().find(it);
            if (i != null) {
                i.coll.replace(i.last, o, site);
                i.last = i.coll.find(o, i.part, false);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void added(Object it, Object o, int site) {
        try {
            Local.Iter i = Local.get().find(it);
            if (i != null) {
                i.coll.added(o, null, site);
                i.last = null;
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void remaining(Object it, Object action, int site) {
        try {
            Local.Iter i = Local.get().find(it);
            if (i != null) {
                i.coll.gotAll(site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }
}
