import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

/** Prints what must be the same with the agent: exceptions with their traces, callers, method references, serialized lambdas. */
public class Unchanged {
    interface Tool {
        default List<String> names() {
            List<String> l = new ArrayList<>();
            Stream.of("b", "a").forEach(l::add);
            return l;
        }

        static Map<String, Integer> counts(List<String> l) {
            return l.stream().collect(Collectors.toMap(Function.identity(), String::length));
        }
    }

    interface SerializableFunction extends Function<String, Integer>, Serializable {}

    /** A collection whose methods look at their caller, and count. */
    static class Watching extends ArrayList<String> {
        static int equals;

        @Override
        public boolean add(String s) {
            StackTraceElement[] at = new Throwable().getStackTrace();
            System.out.println("add called by " + at[1] + " of " + at.length);
            System.out.println(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass());
            return super.add(s);
        }
    }

    static class Counting {
        static int calls;

        @Override
        public boolean equals(Object o) {
            calls++;
            return o instanceof Counting;
        }

        @Override
        public int hashCode() {
            calls++;
            return 7;
        }

        @Override
        public String toString() {
            calls++;
            return "Counting";
        }
    }

    public static void main(String[] args) throws Exception {
        exceptions();
        new Watching().add("x");
        references();
        counting();
        serialize();
        constructors(args.length);
        wide();
        System.out.println(new Tool() {}.names() + " " + Tool.counts(List.of("one", "three")));
        System.out.println(IntStream.range(0, 10000).parallel().boxed().collect(Collectors.toCollection(ConcurrentLinkedQueue::new)).size());
        parallel();
        System.exit(args.length == 0 ? 3 : 0);
    }

    static void exceptions() {
        List<Runnable> all = List.of(() -> new ArrayList<>().get(3), () -> List.of().add(null), () -> new ArrayDeque<>().pop(),
                () -> Collections.unmodifiableMap(new HashMap<>()).put(1, 2), () -> new TreeMap<>().put(new Object(), 1),
                () -> new ArrayList<>(-1), () -> ((List<Object>) null).add(1), () -> new LinkedList<>().iterator().next(), () -> {
                    List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
                    for (Integer i : l) {
                        l.remove(i);
                    }
                });
        for (Runnable r : all) {
            try {
                r.run();
                System.out.println("nothing");
            } catch (RuntimeException e) {
                StringWriter s = new StringWriter();
                e.printStackTrace(new PrintWriter(s));
                System.out.println(s);
            }
        }
    }

    static void references() throws Exception {
        Supplier<List<Object>> make = ArrayList::new;
        IntFunction<List<Object>> sized = ArrayList::new;
        Function<Collection<Object>, List<Object>> copy = LinkedList::new;
        List<Object> l = make.get();
        Predicate<Object> add = l::add;
        BiFunction<Map<String, Integer>, String, Integer> get = Map::get;
        BinaryOperator<Integer> sum = Integer::sum;
        Function<Object[], List<Object>> asList = Arrays::asList;
        System.out.println(add.test(1) + " " + sized.apply(3) + copy.apply(l) + get.apply(Map.of("a", 1), "a") + sum.apply(1, 2)
                + asList.apply(new Object[] {1, 2}));
        Map<String, List<Integer>> groups = new TreeMap<>();
        groups.computeIfAbsent("a", k -> new ArrayList<>()).add(1);
        groups.values().forEach(List::clear);
        System.out.println(groups);
        Callable<Object> next = List.of(5).iterator()::next;
        System.out.println(next.call());
    }

    static void counting() {
        Set<Object> s = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            s.add(new Counting());
        }
        s.contains(new Counting());
        s.remove(new Counting());
        Map<Object, Object> m = new HashMap<>();
        m.put(new Counting(), new Counting());
        m.get(new Counting());
        new ArrayList<>(m.keySet()).indexOf(new Counting());
        System.out.println("calls " + Counting.calls);
    }

    static void serialize() throws Exception {
        Map<String, Integer> m = new HashMap<>(Map.of("x", 42));
        SerializableFunction f = m::get;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(f);
        }
        Object back = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        System.out.println(((SerializableFunction) back).apply("x"));
    }

    static void constructors(int n) {
        List<Object> l = new ArrayList<>(n > 5 ? new ArrayList<>() : new LinkedList<>(List.of(n == 0 ? new HashSet<>() : "")));
        new ArrayList<>();
        System.out.println(l + " " + new ArrayList<Object>() {
            {
                add(new TreeSet<>(new PriorityQueue<>(List.of(2, 1))));
            }
        });
    }

    static void wide() throws Exception {
        BlockingQueue<Long> q = new LinkedBlockingQueue<>();
        long a = 1L << 40;
        double b = 0.5;
        System.out.println(q.offer(a, 10L, TimeUnit.MILLISECONDS) + " " + q.poll(10L, TimeUnit.MILLISECONDS) + " " + a + b);
        NavigableMap<Integer, String> m = new TreeMap<>(Map.of(1, "a", 2, "b", 3, "c"));
        System.out.println(m.subMap(1, true, 2, true).tailMap(2, true).replace(2, "b", "d") + " " + m);
    }

    static void parallel() throws Exception {
        Map<Integer, Integer> m = new ConcurrentHashMap<>();
        List<Integer> l = Collections.synchronizedList(new ArrayList<>());
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 2000; i++) {
                    m.merge(i % 100, 1, Integer::sum);
                    l.add(i);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(l.size() + " " + m.values().stream().mapToInt(i -> i).sum());
    }
}
