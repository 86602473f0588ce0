package memcity.usage;

/**
 * The methods that rewritten code calls after a call of a collection. Each takes the collection, arguments, the result and the site. It returns
 * immediately if the object is not a collection or is not followed. Errors never reach the program.
 */
public final class Probe {
    private Probe() {}

    public static void made(Object c, int site) {
        try {
            if (c == null) {
                return;
            }
            Node n = Known.find(c);
            if (n == null) {
                Known.first(c, site, true);
            } else {
                n.coll().compareNow(site, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void copied(Object c, Object from, int site) {
        try {
            Changes.readAll(from, site);
            Known.first(c, site, true);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void wrapped(Object of, Object c, int site) {
        try {
            shows(of, c, true, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void wrapped(Object of, Object type, Object c, int site) {
        wrapped(of, c, site);
    }

    public static void view(Object of, Object c, int site) {
        try {
            shows(of, c, false, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void view(Object of, Object arg, Object c, int site) {
        view(of, c, site);
    }

    public static void setOf(Object map, Object set, int site) {
        try {
            Node n = Known.of(map, site);
            if (n != null) {
                Known.view(set, Node.KEYS, n.whole, n.coll());
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void added(Object c, Object o, boolean r, int site) {
        try {
            if (!r) {
                hit(c, o, true, site);
                return;
            }
            Changes.add(c, o, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void added(Object c, Object o, int site) {
        added(c, o, true, site);
    }

    public static void added(Object c, Object o, Object r, int site) {
        added(c, o, true, site);
    }

    public static void set(Object c, Object o, Object old, int site) {
        try {
            Node n = Known.changed(c, site);
            if (n != null) {
                n.coll().set(old, o, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void got(Object c, Object r, int site) {
        try {
            if (r != null) {
                Node n = Known.of(c, site);
                if (n != null) {
                    n.coll().got(n.coll().find(r, n.part, n.coll().kind.unique), site);
                }
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void got(Object c, int i, Object r, int site) {
        try {
            Node n = Known.of(c, site);
            if (n != null) {
                n.coll().got(n.coll().find(r, n.part, n.coll().kind.unique), site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void got(Object c, Object arg, Object r, int site) {
        got(c, r, site);
    }

    public static void hit(Object c, Object o, boolean r, int site) {
        try {
            if (r) {
                Node n = Known.of(c, site);
                if (n != null) {
                    n.coll().got(n.coll().find(o, n.part, true), site);
                }
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void hit(Object c, Object o, int r, int site) {
        hit(c, o, r >= 0, site);
    }

    public static void took(Object c, Object r, int site) {
        try {
            if (r != null) {
                Changes.remove(c, r, false, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void took(Object c, int i, Object r, int site) {
        try {
            Changes.remove(c, r, false, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void removed(Object c, Object o, boolean r, int site) {
        try {
            if (r) {
                Changes.remove(c, o, true, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void addedAll(Object c, Object from, boolean r, int site) {
        try {
            Changes.readAll(from, site);
            if (r) {
                Changes.addAll(c, from, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void addedAll(Object c, Object from, int n, int site) {
        addedAll(c, from, n > 0, site);
    }

    public static void found(Object c, Object o, int r, int site) {
        hit(c, o, r > 0, site);
    }

    public static void cutAt(Object c, int i, int site) {
        replacedAll(c, null, site);
    }

    public static void replacedAll(Object c, int site) {
        replacedAll(c, null, site);
    }

    public static void addedArray(Object c, Object array, boolean r, int site) {
        try {
            if (r && array instanceof Object[]) {
                Changes.addAll(c, (Object[]) array, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void changed(Object c, Object with, boolean r, int site) {
        try {
            Changes.readAll(with, site);
            if (r) {
                Changes.compare(c, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void removedIf(Object c, Object test, boolean r, int site) {
        try {
            if (r) {
                Changes.compare(c, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void replacedAll(Object c, Object by, int site) {
        try {
            Changes.compare(c, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void drained(Object c, Object to, int n, int site) {
        try {
            if (n > 0) {
                Changes.compare(c, site);
                Changes.compare(to, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void cleared(Object c, int site) {
        try {
            Node n = Known.changed(c, site);
            if (n == null) {
                return;
            }
            if (n.whole) {
                n.coll().cleared(site);
            } else {
                n.coll().compareNow(site, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void all(Object c, int site) {
        try {
            Changes.readAll(c, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void all(Object c, Object r, int site) {
        all(c, site);
    }

    public static void all(Object c, Object arg, Object r, int site) {
        all(c, site);
    }

    public static void allOf(Object c, Object of, boolean r, int site) {
        all(of, site);
    }

    private static void shows(Object of, Object c, boolean whole, int site) {
        Node n = of == c ? null : Known.of(of, site);
        if (n != null) {
            Known.view(c, n.part, whole && n.whole, n.coll());
        }
    }
}
