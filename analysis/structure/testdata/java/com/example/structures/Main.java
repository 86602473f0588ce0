package com.example.structures;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Holds every collection of the JDK with 0, 1 and 100 contents, and some in each other, and dumps the heap. */
public final class Main {
    enum Color { RED, GREEN, BLUE }

    static final List<Holder> HOLDERS = new ArrayList<>();

    /** Bound to this thread, so that its map of thread locals has contents. */
    static final ThreadLocal<Item> LOCAL = new ThreadLocal<>();

    private static int number;

    private Main() {}

    private static Item item() {
        return new Item(number++, false);
    }

    private static Item[] items(int n) {
        Item[] items = new Item[n];
        for (int i = 0; i < n; i++) {
            items[i] = item();
        }
        return items;
    }

    private static void hold(String name, Object collection, int contents, int structures) {
        HOLDERS.add(new Holder(name, collection, contents, structures));
    }

    private static void collection(String name, int structures, Supplier<Collection<Item>> make) {
        for (int n : new int[] {0, 1, 100}) {
            Collection<Item> made = make.get();
            for (int i = 0; i < n; i++) {
                made.add(item());
            }
            hold(name + " " + n, made, n, structures);
        }
    }

    private static void map(String name, int structures, Supplier<Map<Item, Item>> make) {
        map(name, structures, make, false);
    }

    private static void map(String name, int structures, Supplier<Map<Item, Item>> make, boolean badHash) {
        for (int n : new int[] {0, 1, 100}) {
            Map<Item, Item> made = make.get();
            for (int i = 0; i < n; i++) {
                made.put(new Item(number++, badHash), item());
            }
            hold(name + " " + n, made, 2 * n, structures);
        }
    }

    private static void ready(String name, int structures, IntFunction<Object> make) {
        for (int n : new int[] {0, 1, 2, 3, 100}) {
            hold(name + " " + n, make.apply(n), n, structures);
        }
    }

    private static void collections() {
        collection("ArrayList", 1, ArrayList::new);
        collection("Vector", 1, Vector::new);
        collection("Stack", 1, Stack::new);
        collection("LinkedList", 1, LinkedList::new);
        collection("ArrayDeque", 1, ArrayDeque::new);
        collection("PriorityQueue", 1, PriorityQueue::new);
        collection("HashSet", 2, HashSet::new);
        collection("LinkedHashSet", 2, LinkedHashSet::new);
        collection("TreeSet", 2, TreeSet::new);
        collection("CopyOnWriteArrayList", 1, CopyOnWriteArrayList::new);
        collection("CopyOnWriteArraySet", 2, CopyOnWriteArraySet::new);
        collection("ConcurrentSkipListSet", 2, ConcurrentSkipListSet::new);
        collection("ConcurrentLinkedQueue", 1, ConcurrentLinkedQueue::new);
        collection("ConcurrentLinkedDeque", 1, ConcurrentLinkedDeque::new);
        collection("ArrayBlockingQueue", 1, () -> new ArrayBlockingQueue<>(100));
        collection("LinkedBlockingQueue", 1, LinkedBlockingQueue::new);
        collection("LinkedBlockingDeque", 1, LinkedBlockingDeque::new);
        collection("PriorityBlockingQueue", 1, PriorityBlockingQueue::new);
        collection("LinkedTransferQueue", 1, LinkedTransferQueue::new);
        collection("newKeySet", 2, ConcurrentHashMap::newKeySet);
        collection("newSetFromMap", 2, () -> Collections.newSetFromMap(new IdentityHashMap<>()));
        collection("synchronizedList", 2, () -> Collections.synchronizedList(new ArrayList<>()));
        collection("synchronizedSet", 3, () -> Collections.synchronizedSet(new HashSet<>()));
        collection("checkedList", 2, () -> Collections.checkedList(new ArrayList<>(), Item.class));
        collection("checkedSet", 3, () -> Collections.checkedSet(new HashSet<>(), Item.class));
        collection("asLifoQueue", 2, () -> Collections.asLifoQueue(new ArrayDeque<>()));
        collection("ArrayList of a class of its own", 1, () -> new ArrayList<Item>() { });
    }

    private static void maps() {
        map("HashMap", 1, HashMap::new);
        map("HashMap with a tree", 1, HashMap::new, true);
        map("LinkedHashMap", 1, LinkedHashMap::new);
        map("LinkedHashMap with a tree", 1, LinkedHashMap::new, true);
        map("Hashtable", 1, Hashtable::new);
        map("TreeMap", 1, TreeMap::new);
        map("IdentityHashMap", 1, IdentityHashMap::new);
        map("ConcurrentHashMap", 1, ConcurrentHashMap::new);
        map("ConcurrentHashMap with a tree", 1, ConcurrentHashMap::new, true);
        map("ConcurrentSkipListMap", 1, ConcurrentSkipListMap::new);
        map("synchronizedMap", 2, () -> Collections.synchronizedMap(new HashMap<>()));
        map("checkedMap", 2, () -> Collections.checkedMap(new HashMap<>(), Item.class, Item.class));
        WeakHashMap<Item, Item> weak = new WeakHashMap<>();
        Item[] keys = items(100);
        for (Item key : keys) {
            weak.put(key, item());
        }
        hold("WeakHashMap 100", weak, 200, 1);
        hold("keys of the WeakHashMap", keys, 0, 0);
        EnumMap<Color, Item> colors = new EnumMap<>(Color.class);
        hold("EnumMap 0", new EnumMap<Color, Item>(Color.class), 0, 1);
        colors.put(Color.RED, item());
        colors.put(Color.BLUE, item());
        hold("EnumMap 2", colors, 2, 1);
        hold("EnumSet", EnumSet.allOf(Color.class), 0, 1);
        Properties properties = new Properties();
        for (int i = 0; i < 100; i++) {
            properties.put(item(), item());
        }
        hold("Properties 100", properties, 200, 2);
        hold("BitSet", new BitSet(1000), 0, 1);
    }

    private static void immutable() {
        ready("Arrays.asList", 1, n -> Arrays.asList(items(n)));
        ready("List.of", 1, n -> List.of(items(n)));
        ready("List.copyOf", 1, n -> List.copyOf(Arrays.asList(items(n))));
        ready("Set.of", 1, n -> Set.of(items(n)));
        ready("unmodifiableList", 2, n -> Collections.unmodifiableList(new ArrayList<>(Arrays.asList(items(n)))));
        ready("unmodifiableSet", 3, n -> Collections.unmodifiableSet(new HashSet<>(Arrays.asList(items(n)))));
        for (int n : new int[] {0, 1, 100}) {
            Map<Item, Item> map = new HashMap<>();
            for (int i = 0; i < n; i++) {
                map.put(item(), item());
            }
            hold("Map.copyOf " + n, Map.copyOf(map), 2 * n, 1);
            hold("unmodifiableMap " + n, Collections.unmodifiableMap(map), 2 * n, 2);
        }
        hold("singletonList", Collections.singletonList(item()), 1, 1);
        hold("singleton", Collections.singleton(item()), 1, 1);
        hold("singletonMap", Collections.singletonMap(item(), item()), 2, 1);
        hold("nCopies", Collections.nCopies(9, item()), 1, 1);
    }

    private static void others() {
        DelayQueue<Delay> delays = new DelayQueue<>();
        for (int i = 0; i < 100; i++) {
            delays.add(new Delay(i));
        }
        hold("DelayQueue 100", delays, 100, 2);
        hold("SynchronousQueue", new SynchronousQueue<Item>(true), 0, 1);
        List<Map<Item, LinkedList<Item>>> nested = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Map<Item, LinkedList<Item>> map = new HashMap<>();
            for (int j = 0; j < 5; j++) {
                map.put(item(), new LinkedList<>(Arrays.asList(items(4))));
            }
            nested.add(map);
        }
        hold("list of maps of lists", nested, 10 * 5 * (1 + 4), 1 + 10 + 10 * 5);
        Item shared = item();
        List<List<Item>> same = Arrays.asList(new ArrayList<>(List.of(shared)), new LinkedList<>(List.of(shared)));
        hold("two lists of one item", same, 1, 3);
        Object[] rows = {new ArrayList<Object[]>()};
        for (int i = 0; i < 3; i++) {
            @SuppressWarnings("unchecked")
            List<Object[]> list = (List<Object[]>) rows[0];
            list.add(items(3));
        }
        hold("list of rows", rows[0], 9, 1);
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        hold("list of itself", itself, 0, 1);
        Map<Item, Object> one = new HashMap<>();
        Map<Item, Object> two = new HashMap<>();
        one.put(item(), two);
        two.put(item(), one);
        hold("two maps in each other", one, 2, 2);
        ConcurrentHashMap<Item, AtomicInteger> busy = new ConcurrentHashMap<>();
        busy.put(item(), new AtomicInteger());
        hold("ConcurrentHashMap with views", new Object[] {busy, busy.keySet(), busy.values(), busy.entrySet()}, 0, 0);
    }

    public static void main(String[] args) throws Exception {
        LOCAL.set(item());
        collections();
        maps();
        immutable();
        others();
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[0], true);
    }
}
