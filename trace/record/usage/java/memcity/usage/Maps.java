package memcity.usage;

/** The probes of maps, with the conventions of {@link Probe}. */
public final class Maps {
    private Maps() {}

    public static void got(Object m, Object k, Object r, int site) {
        try {
            if (r == null) {
                return;
            }
            Node n = Known.of(m, site);
            if (n != null) {
                n.coll().got(n.coll().findEntry(k, r), site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void gotOr(Object m, Object k, Object other, Object r, int site) {
        try {
            Node n = Known.of(m, site);
            if (n == null) {
                return;
            }
            Elem e = n.coll().findEntry(k, r == other ? null : r);
            if (e != null || r != other) {
                n.coll().got(e, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void put(Object m, Object k, Object v, Object old, int site) {
        try {
            Changes.put(m, k, v, old, v, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void putIfAbsent(Object m, Object k, Object v, Object old, int site) {
        try {
            Changes.put(m, k, v, old, old == null ? v : old, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void computed(Object m, Object k, Object r, int site) {
        try {
            Changes.computed(m, k, r, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void replaced(Object m, Object k, Object v, Object old, int site) {
        try {
            if (old != null) {
                Changes.put(m, k, v, old, v, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void replaced(Object m, Object k, Object old, Object v, boolean r, int site) {
        try {
            if (r) {
                Changes.put(m, k, v, old, v, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void removed(Object m, Object k, Object r, int site) {
        try {
            Changes.removeEntry(m, k, r, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void removed(Object m, Object k, Object v, boolean r, int site) {
        try {
            if (r) {
                Changes.removeEntry(m, k, v, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void putAll(Object m, Object from, int site) {
        try {
            Changes.readAll(from, site);
            Changes.addAll(m, from, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void hit(Object m, Object k, boolean r, int site) {
        try {
            if (r) {
                Node n = Known.of(m, site);
                if (n != null) {
                    n.coll().got(n.coll().find(k, Node.MAP, true), site);
                }
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void valueHit(Object m, Object v, boolean r, int site) {
        try {
            if (r) {
                Node n = Known.of(m, site);
                if (n != null) {
                    n.coll().got(n.coll().find(v, Node.VALUES, false), site);
                }
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void keys(Object m, Object r, int site) {
        try {
            part(m, r, Node.KEYS, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void values(Object m, Object r, int site) {
        try {
            part(m, r, Node.VALUES, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void entries(Object m, Object r, int site) {
        try {
            part(m, r, Node.ENTRIES, site);
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void keyGot(Object m, Object r, int site) {
        try {
            if (r != null) {
                hit(m, r, true, site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void keyGot(Object m, Object arg, Object r, int site) {
        keyGot(m, r, site);
    }

    public static void entryGot(Object m, Object r, int site) {
        try {
            Node n = r == null ? null : Known.of(m, site);
            if (n != null) {
                n.coll().got(n.coll().find(r, Node.ENTRIES, true), site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    public static void entryGot(Object m, Object arg, Object r, int site) {
        entryGot(m, r, site);
    }

    public static void entryTook(Object m, Object r, int site) {
        try {
            if (r != null) {
                Changes.removeEntry(m, Entries.key(r), Entries.value(r), site);
            }
        } catch (Throwable t) {
            Trouble.PROBES.count(null, t);
        }
    }

    private static void part(Object m, Object r, int part, int site) {
        Node n = Known.of(m, site);
        if (n != null) {
            if (Start.coarse) {
                n.coll().gotAll(site);
            }
            Known.view(r, part, n.whole, n.coll());
        }
    }
}
