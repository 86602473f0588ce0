package memcity.usage;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of observed collections and views, by identity. Readers take no lock. A reader that misses a node searches again under the lock. No
 * thread holds that lock while it waits for another lock of the agent or runs code of the program.
 */
final class Known {
    static final ReferenceQueue<Object> CLEARED = new ReferenceQueue<>();

    private static final Object LOCK = new Object();
    private static Node[] table = new Node[1 << 12];
    private static int nodes;
    private static int collections;
    private static long numbers;

    private Known() {}

    static Node find(Object o) {
        int h = Hash.identity(o);
        Node[] t = table;
        for (Node n = t[h & t.length - 1]; n != null; n = n.next) {
            if (n.hash == h && n.get() == o) {
                return n;
            }
        }
        return null;
    }

    /** Returns the node of a collection and creates it if necessary; null if the object is not a collection or is not recorded. */
    static Node of(Object o, int site) {
        if (o == null) {
            return null;
        }
        Node n = find(o);
        return n != null ? n : first(o, site, false);
    }

    /** Like {@link #of} after a change; also null if the change was included when the collection was first read. */
    static Node changed(Object o, int site) {
        if (o == null) {
            return null;
        }
        Node n = find(o);
        if (n != null) {
            return n;
        }
        n = first(o, site, false);
        return n == null || n.coll().kind.readable ? null : n;
    }

    /** Returns the node of a collection that may be new to the table. The given isNew reports whether the collection was just created. */
    static Node first(Object o, int site, boolean isNew) {
        int h = Hash.identity(o);
        Kind kind = Limits.notes(h) ? Kind.of(o) : null;
        if (kind == null) {
            return null;
        }
        // The size is read here, since some collections lock for it, and no other lock may be waited for below.
        int size = isNew || !kind.readable ? 0 : Contents.size(o, kind);
        Coll c;
        synchronized (LOCK) {
            Node n = find(o);
            if (n != null) {
                return n;
            }
            c = new Coll(o, h, kind, ++numbers, Limits.chosen(h));
            c.writeAlloc(o, site, size);
            insert(c);
            collections++;
        }
        c.fill(o, site, isNew);
        Limits.check();
        return c;
    }

    /** Adds an object that is a view of a collection, unless it is in the table. */
    static void view(Object o, int part, boolean whole, Coll of) {
        if (o == null || find(o) != null) {
            return;
        }
        synchronized (LOCK) {
            if (find(o) == null) {
                insert(new Node.View(o, Hash.identity(o), part, whole, of));
            }
        }
    }

    private static void insert(Node n) {
        if (++nodes > table.length) {
            grow();
        }
        int i = n.hash & table.length - 1;
        n.next = table[i];
        table[i] = n;
    }

    /** Moves the nodes. A concurrent reader may miss some, but terminates. */
    private static void grow() {
        Node[] to = new Node[table.length * 2];
        for (Node n : table) {
            while (n != null) {
                Node next = n.next;
                int i = n.hash & to.length - 1;
                n.next = to[i];
                to[i] = n;
                n = next;
            }
        }
        table = to;
    }

    private static void remove(Node gone) {
        synchronized (LOCK) {
            int i = gone.hash & table.length - 1;
            for (Node n = table[i], before = null; n != null; before = n, n = n.next) {
                if (n == gone) {
                    if (before == null) {
                        table[i] = n.next;
                    } else {
                        before.next = n.next;
                    }
                    nodes--;
                    collections -= n instanceof Coll ? 1 : 0;
                    return;
                }
            }
        }
    }

    static int collections() {
        return collections;
    }

    /** Returns the collections; if touched, only those with something to write. */
    static List<Coll> all(boolean touched) {
        List<Coll> all = new ArrayList<>();
        synchronized (LOCK) {
            for (Node n : table) {
                for (; n != null; n = n.next) {
                    if (n instanceof Coll && (!touched || ((Coll) n).touched)) {
                        all.add((Coll) n);
                    }
                }
            }
        }
        return all;
    }

    /** Forgets a collection that is no longer recorded. */
    static void forget(Coll c) {
        c.unfollow();
        c.clear();
        remove(c);
    }

    /** Records objects that the GC has collected: collections before elements. */
    static void reap() {
        List<Elem> elements = new ArrayList<>();
        for (Reference<?> r = CLEARED.poll(); r != null; r = CLEARED.poll()) {
            if (r instanceof Elem) {
                elements.add((Elem) r);
            } else {
                remove((Node) r);
                if (r instanceof Coll) {
                    ((Coll) r).dealloc();
                }
            }
        }
        for (Elem e : elements) {
            if (e.coll.get() != null) {
                e.coll.vanished(e);
            }
        }
    }
}
