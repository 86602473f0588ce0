import java.lang.management.ManagementFactory;
import java.util.*;
import java.util.concurrent.*;

/** Holds collections of each kind with what is known of them, and dumps the heap into the file that it is given. */
public class Kinds {
    static class Item {
        final int number;

        Item(int number) {
            this.number = number;
        }
    }

    static final class Order extends Item implements Delayed {
        Order(int number) {
            super(number);
        }

        public int compareTo(Delayed other) {
            return Integer.compare(number, ((Order) other).number);
        }

        public long getDelay(TimeUnit unit) {
            return 0;
        }
    }

    /** A collection with what is known of it; room is -1 where the JDK decides. */
    static final class Held {
        final String name;
        final Object collection;
        final int size, room, leaves, boxed;

        Held(String name, Object collection, int size, int room, int leaves, int boxed) {
            this.name = name;
            this.collection = collection;
            this.size = size;
            this.room = room;
            this.leaves = leaves;
            this.boxed = boxed;
        }
    }

    enum Color { RED, GREEN, BLUE }

    static final List<Object> all = new ArrayList<>();

    static void hold(String name, Object collection, int size, int room, int leaves, int boxed) {
        all.add(new Held(name, collection, size, room, leaves, boxed));
    }

    static <T extends Collection<Object>> void list(String name, T c, int n, int room) {
        for (int i = 0; i < n; i++) c.add(new Item(i));
        hold(name + " " + n, c, n, room, n, 0);
    }

    static <T extends Collection<Object>> void ordered(String name, T c, int n) {
        for (int i = 0; i < n; i++) c.add(new Order(i));
        hold(name + " " + n, c, n, -1, n, 0);
    }

    static void map(String name, Map<Object, Object> m, int n, int room) {
        for (int i = 0; i < n; i++) m.put(new Order(i), new Item(i));
        hold(name + " " + n, m, n, room, 2 * n, 0);
    }

    /** Same are keys that all have one hash code, so that maps make trees of them. */
    static final class Same {
        public int hashCode() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int n : new int[] {0, 1, 2, 3, 7, 12, 13, 200}) {
            list("ArrayList", new ArrayList<>(500), n, 500);
            list("ArrayList grown", new ArrayList<>(), n, n == 0 ? 0 : -1);
            list("Vector", new Vector<>(300), n, 300);
            list("Stack", new Stack<>(), n, -1);
            list("ArrayDeque", new ArrayDeque<>(), n, -1);
            list("LinkedList", new LinkedList<>(), n, 0);
            list("HashSet", new HashSet<>(1000), n, n == 0 ? 0 : 1024);
            list("LinkedHashSet", new LinkedHashSet<>(), n, -1);
            list("COWArrayList", new CopyOnWriteArrayList<>(), n, n);
            list("COWArraySet", new CopyOnWriteArraySet<>(), n, n);
            list("ArrayBlockingQueue", new ArrayBlockingQueue<>(400), n, 400);
            list("LinkedBlockingQueue", new LinkedBlockingQueue<>(), n, 0);
            list("LinkedBlockingDeque", new LinkedBlockingDeque<>(), n, 0);
            list("ConcurrentLinkedQueue", new ConcurrentLinkedQueue<>(), n, 0);
            list("ConcurrentLinkedDeque", new ConcurrentLinkedDeque<>(), n, 0);
            list("LinkedTransferQueue", new LinkedTransferQueue<>(), n, 0);
            list("newKeySet", ConcurrentHashMap.newKeySet(), n, -1);
            list("SetFromMap", Collections.newSetFromMap(new IdentityHashMap<>()), n, -1);
            ordered("TreeSet", new TreeSet<>(), n);
            ordered("PriorityQueue", new PriorityQueue<>(), n);
            ordered("PriorityBlockingQueue", new PriorityBlockingQueue<>(), n);
            ordered("ConcurrentSkipListSet", new ConcurrentSkipListSet<>(), n);
            ordered("DelayQueue", (Collection) new DelayQueue<Order>(), n);
            map("HashMap", new HashMap<>(100), n, n == 0 ? 0 : -1);
            map("LinkedHashMap", new LinkedHashMap<>(), n, -1);
            map("Hashtable", new Hashtable<>(), n, -1);
            map("Properties", (Map) new Properties(), n, -1);
            map("IdentityHashMap", new IdentityHashMap<>(), n, -1);
            map("ConcurrentHashMap", new ConcurrentHashMap<>(), n, -1);
            map("TreeMap", new TreeMap<>(), n, 0);
            map("ConcurrentSkipListMap", new ConcurrentSkipListMap<>(), n, 0);
            WeakHashMap<Object, Object> weak = new WeakHashMap<>();
            for (int i = 0; i < n; i++) {
                Item key = new Item(i);
                all.add(key);
                weak.put(key, new Item(i));
            }
            hold("WeakHashMap " + n, weak, n, -1, 2 * n, 0);
            Map<Object, Object> same = new HashMap<>(), sameAtOnce = new ConcurrentHashMap<>();
            for (int i = 0; i < n; i++) {
                same.put(new Same(), new Item(i));
                sameAtOnce.put(new Same(), new Item(i));
            }
            hold("HashMap of trees " + n, same, n, -1, 2 * n, 0);
            hold("ConcurrentHashMap of trees " + n, sameAtOnce, n, -1, 2 * n, 0);
            List<Object> boxes = new ArrayList<>();
            Set<Object> boxSet = new HashSet<>();
            Map<Object, Object> boxMap = new HashMap<>();
            for (int i = 0; i < n; i++) {
                boxes.add((long) (1000 + i));
                boxSet.add(2000 + i);
                boxMap.put((char) (3000 + i), 0.5 + i);
            }
            hold("boxes " + n, boxes, n, -1, n, n);
            hold("set of boxes " + n, boxSet, n, -1, n, n);
            hold("map of boxes " + n, boxMap, n, -1, 2 * n, 2 * n);
            Object[] items = new Object[n];
            for (int i = 0; i < n; i++) items[i] = new Item(i);
            hold("asList " + n, Arrays.asList(items), n, n, n, 0);
            hold("List.of " + n, List.of(items), n, -1, n, 0);
            hold("Set.of " + n, Set.of(items), n, -1, n, 0);
            Map<Object, Object> entries = new HashMap<>();
            for (Object item : items) entries.put(item, item);
            hold("Map.copyOf " + n, Map.copyOf(entries), n, -1, 2 * n, 0);
        }
        for (Collection<Object> c : List.<Collection<Object>>of(new ArrayList<>(), new ArrayDeque<>(), new LinkedList<>(),
                new ConcurrentLinkedQueue<>(), new ConcurrentLinkedDeque<>(), new LinkedTransferQueue<>(), new LinkedBlockingQueue<>(),
                new LinkedBlockingDeque<>(), new HashSet<>(), new CopyOnWriteArrayList<>())) {
            Object middle = null;
            for (int i = 0; i < 9; i++) {
                Object item = new Item(i);
                if (i == 5) middle = item;
                c.add(item);
            }
            c.remove(middle);
            Object first = c.iterator().next();
            c.remove(first);
            hold("removed from " + c.getClass().getSimpleName(), c, 7, -1, 7, 0);
        }
        ConcurrentSkipListMap<Object, Object> skip = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 50; i++) skip.put(new Order(i), new Item(i));
        for (int i = 0; i < 20; i++) skip.remove(skip.firstKey());
        hold("removed from ConcurrentSkipListMap", skip, 30, 0, 60, 0);
        EnumMap<Color, Object> colors = new EnumMap<>(Color.class);
        hold("EnumMap 0", new EnumMap<Color, Object>(Color.class), 0, 3, 0, 0);
        colors.put(Color.GREEN, new Item(1));
        hold("EnumMap 1", colors, 1, 3, 1, 0);
        dump(args[0]);
    }

    static void dump(String path) throws Exception {
        Object bean = ManagementFactory.newPlatformMXBeanProxy(ManagementFactory.getPlatformMBeanServer(),
                "com.sun.management:type=HotSpotDiagnostic", com.sun.management.HotSpotDiagnosticMXBean.class);
        ((com.sun.management.HotSpotDiagnosticMXBean) bean).dumpHeap(path, true);
        if (all.isEmpty()) throw new IllegalStateException();
    }
}
