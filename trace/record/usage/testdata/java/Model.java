import java.io.PrintStream;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.Collectors;

/** Performs random operations of all kinds of collections, and has the oracle write what they did. */
public class Model {
    static Random random;

    /** A list of the program, which the agent cannot read. */
    static class Own extends ArrayList<Object> {}

    static class OwnMap extends HashMap<Object, Object> {}

    public static void main(String[] args) throws Exception {
        random = new Random(Long.parseLong(args[1]));
        try (PrintStream out = new PrintStream(args[0], "UTF-8")) {
            Oracle.out = out;
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                Collection<Object> c = collection();
                Oracle.made(c);
                for (int n = random.nextInt(60); n > 0; n--) {
                    step(c);
                }
                ModelMaps.run();
            }
        }
        System.out.println("done");
    }

    static Collection<Object> collection() {
        switch (random.nextInt(19)) {
            case 0: return new ArrayList<>();
            case 1: return new LinkedList<>();
            case 2: return new Vector<>();
            case 3: return new Stack<>();
            case 4: return new ArrayDeque<>();
            case 5: return new PriorityQueue<>();
            case 6: return new HashSet<>();
            case 7: return new LinkedHashSet<>();
            case 8: return new TreeSet<>();
            case 9: return new CopyOnWriteArrayList<>();
            case 10: return new CopyOnWriteArraySet<>();
            case 11: return new ConcurrentLinkedDeque<>();
            case 12: return new LinkedBlockingDeque<>();
            case 13: return new ConcurrentSkipListSet<>();
            case 14: return new Own();
            case 15: return ConcurrentHashMap.newKeySet();
            case 16: return new ArrayList<>(8);
            case 17: return random.nextBoolean() ? new PriorityBlockingQueue<>() : new LinkedBlockingQueue<>();
            default: return new ConcurrentLinkedQueue<>();
        }
    }

    /** Returns numbers, which all collections can compare, and of which some are equal. */
    static Object value() {
        return Integer.valueOf(random.nextInt(40) * 50);
    }

    static boolean readable(Object c) {
        return !(c instanceof Own);
    }

    static void step(Collection<Object> c) {
        Oracle o = Oracle.of(c);
        switch (random.nextInt(14)) {
            case 0: case 1: case 2: case 3: add(c, o); break;
            case 4: contains(c, o); break;
            case 5: remove(c, o); break;
            case 6: iterate(c, o); break;
            case 7: bulk(c, o); break;
            case 8: others(c, o); break;
            default: special(c, o);
        }
    }

    static void add(Collection<Object> c, Oracle o) {
        Object x = value();
        if (c.add(x)) {
            o.added(x);
        } else {
            o.got(o.equal(x));
        }
    }

    static void contains(Collection<Object> c, Oracle o) {
        Object x = value();
        if (o.equalTo(x) <= 1 && c.contains(x)) {
            o.got(o.equal(x));
        }
    }

    static void remove(Collection<Object> c, Oracle o) {
        Object x = value();
        if (o.equalTo(x) <= 1 && c.remove(x)) {
            o.removed(o.equal(x));
        }
    }

    static void iterate(Collection<Object> c, Oracle o) {
        if (random.nextBoolean()) {
            for (Object x : c) {
                o.got(x);
            }
            return;
        }
        boolean removes = !(c instanceof CopyOnWriteArrayList || c instanceof CopyOnWriteArraySet);
        Iterator<Object> i = c.iterator();
        while (i.hasNext()) {
            Object x = i.next();
            o.got(x);
            if (removes && random.nextInt(3) == 0) {
                i.remove();
                o.removed(x);
            }
        }
    }

    static void bulk(Collection<Object> c, Oracle o) {
        switch (random.nextInt(4)) {
            case 0:
                c.clear();
                o.cleared();
                break;
            case 1:
                c.toArray();
                o.all();
                break;
            case 2:
                c.stream().filter(x -> true).count();
                o.all();
                break;
            default:
                if (readable(c) && c.removeIf(x -> (Integer) x % 100 == 0)) {
                    o.compared(c);
                }
        }
    }

    /** Operations with another collection. */
    static void others(Collection<Object> c, Oracle o) {
        List<Object> b = new ArrayList<>();
        Oracle of = Oracle.made(b);
        for (int i = random.nextInt(4); i >= 0; i--) {
            Object x = value();
            b.add(x);
            of.added(x);
        }
        switch (random.nextInt(4)) {
            case 0:
                addAll(c, o, b, of);
                break;
            case 1:
                boolean removed = readable(c) && c.removeAll(b);
                if (readable(c)) {
                    of.all();
                }
                if (removed) {
                    o.compared(c);
                }
                break;
            case 2:
                boolean retained = readable(c) && c.retainAll(b);
                if (readable(c)) {
                    of.all();
                }
                if (retained) {
                    o.compared(c);
                }
                break;
            default:
                c.containsAll(b);
                of.all();
        }
    }

    static void addAll(Collection<Object> c, Oracle o, List<Object> b, Oracle of) {
        boolean changed = c.addAll(b);
        of.all();
        if (changed) {
            o.addedAll(b, c instanceof Set);
        }
    }

    static void special(Collection<Object> c, Oracle o) {
        if (c instanceof List) {
            list((List<Object>) c, o);
        } else if (c instanceof Deque) {
            deque((Deque<Object>) c, o);
        } else if (c instanceof Queue) {
            queue((Queue<Object>) c, o);
        } else if (c instanceof NavigableSet) {
            navigable((NavigableSet<Object>) c, o);
        }
    }

    static void list(List<Object> l, Oracle o) {
        Object x = value();
        int i = l.isEmpty() ? -1 : random.nextInt(l.size());
        if (i < 0) {
            l.add(0, x);
            o.added(x);
            return;
        }
        switch (random.nextInt(9)) {
            case 0: o.got(l.get(i)); break;
            case 1: o.removed(l.remove(i)); break;
            case 2:
                l.add(i, x);
                o.added(x);
                break;
            case 3:
                Object old = l.set(i, x);
                if (old == x) {
                    o.got(x);
                } else {
                    o.removed(old);
                    o.added(x);
                }
                break;
            case 4:
                if (o.equalTo(x) <= 1 && l.indexOf(x) >= 0) {
                    o.got(o.equal(x));
                }
                break;
            case 5:
                l.subList(i, l.size()).forEach(y -> { });
                o.all();
                break;
            case 6:
                if (!(l instanceof CopyOnWriteArrayList)) {
                    Object y = l.subList(i, l.size()).remove(0);
                    o.removed(y);
                }
                break;
            case 7: listIterator(l, o, i, x); break;
            default:
                List<Object> safe = Collections.synchronizedList(l);
                safe.add(x);
                o.added(x);
                Iterator<Object> it = Collections.unmodifiableList(safe).iterator();
                o.got(it.next());
        }
    }

    static void listIterator(List<Object> l, Oracle o, int i, Object x) {
        if (l instanceof CopyOnWriteArrayList) {
            return;
        }
        ListIterator<Object> it = l.listIterator(i);
        Object y = it.next();
        o.got(y);
        it.set(x);
        o.removed(y);
        o.added(x);
        it.add(y);
        o.added(y);
        Object z = it.previous();
        o.got(z);
        it.remove();
        o.removed(z);
    }

    static void deque(Deque<Object> d, Oracle o) {
        Object x = value();
        switch (random.nextInt(9)) {
            case 0:
                d.addFirst(x);
                o.added(x);
                break;
            case 1:
                d.push(x);
                o.added(x);
                break;
            case 2:
                if (d.offerLast(x)) {
                    o.added(x);
                }
                break;
            case 3: taken(d.pollFirst(), o); break;
            case 4: taken(d.pollLast(), o); break;
            case 5: seen(d.peekFirst(), o); break;
            case 6: seen(d.peekLast(), o); break;
            case 7:
                Iterator<Object> it = d.descendingIterator();
                if (it.hasNext()) {
                    o.got(it.next());
                }
                break;
            default: queue(d, o);
        }
    }

    static void queue(Queue<Object> q, Oracle o) {
        Object x = value();
        switch (random.nextInt(3)) {
            case 0:
                if (q.offer(x)) {
                    o.added(x);
                }
                break;
            case 1: taken(q.poll(), o); break;
            default: seen(q.peek(), o);
        }
    }

    static void taken(Object x, Oracle o) {
        if (x != null) {
            o.removed(x);
        }
    }

    static void seen(Object x, Oracle o) {
        if (x != null) {
            o.got(x);
        }
    }

    static void navigable(NavigableSet<Object> s, Oracle o) {
        Object x = value();
        switch (random.nextInt(8)) {
            case 0: seen(s.floor(x), o); break;
            case 1: seen(s.ceiling(x), o); break;
            case 2: seen(s.higher(x), o); break;
            case 3: taken(s.pollFirst(), o); break;
            case 4: taken(s.pollLast(), o); break;
            case 5:
                if (!s.isEmpty()) {
                    o.got(s.first());
                }
                break;
            case 6:
                for (Object y : s.descendingSet()) {
                    o.got(y);
                }
                break;
            default:
                for (Object y : s.tailSet(x)) {
                    o.got(y);
                }
        }
    }
}
