import java.lang.management.ManagementFactory;
import java.util.*;
import com.sun.management.HotSpotDiagnosticMXBean;

/** Numbered objects of all sorts, with and without content, that come, go and change from dump to dump. */
public class Truth {
    static int numbers;
    static class Numbered { final int number = ++numbers; }
    static class Person extends Numbered { String name; int age; Person friend; final List<String> notes = new ArrayList<>(2); }
    static class Link extends Numbered { Link next; Person item; }
    static class Item extends Numbered { }
    static class Counter extends Numbered { int count; }
    static class Box extends Numbered { int value; }
    static class Session extends Numbered { long id; String user; }
    static class Cell extends Numbered { Cell left, right; byte mark; }

    static final List<Person> persons = new ArrayList<>();
    static Link links;
    static Object[] stack = new Object[16];
    static final Map<String, Counter> counters = new HashMap<>();
    static final List<Box> boxes = new LinkedList<>();
    static final Map<Long, Session> sessions = new TreeMap<>();
    static Cell cells;
    static int cellCount;
    static final Random random = new Random(7);

    static void addPersons(int n) {
        for (int i = 0; i < n; i++) {
            Person p = new Person();
            p.name = "person " + random.nextInt(n * 50);
            p.age = random.nextInt(100);
            if (!persons.isEmpty()) p.friend = persons.get(random.nextInt(persons.size()));
            for (int k = random.nextInt(3); k > 0; k--) p.notes.add("note " + random.nextInt(1000));
            persons.add(p);
            Link l = new Link();
            l.next = links; l.item = p; links = l;
        }
    }
    static void removePersons(double share) {
        Set<Person> gone = Collections.newSetFromMap(new IdentityHashMap<>());
        persons.removeIf(p -> random.nextDouble() < share && gone.add(p));
        for (Person p : persons) if (gone.contains(p.friend)) p.friend = null;
        Link first = new Link(), last = first;
        for (Link l = links; l != null; l = l.next) if (!gone.contains(l.item)) { last.next = l; last = l; }
        last.next = null;
        links = first.next;
    }
    static int top;
    static void push(Object o) { if (top == stack.length) stack = Arrays.copyOf(stack, 2 * top); stack[top++] = o; }
    static Cell insert(Cell c, int key, int depth) {
        if (c == null) { c = new Cell(); c.mark = (byte) depth; return c; }
        if ((key & 1) == 0) c.left = insert(c.left, key >> 1, depth + 1); else c.right = insert(c.right, key >> 1, depth + 1);
        return c;
    }
    static Object sink;
    static void churn(int n) { for (int i = 0; i < n; i++) sink = new String("garbage " + i); }

    static void phase(int n, int phase) {
        removePersons(0.1);
        addPersons(n);
        churn(20 * n);
        for (int i = 0; i < n / 4; i++) {
            counters.computeIfAbsent("counter " + random.nextInt(2 * n), k -> new Counter()).count++;
        }
        if (phase == 0) for (int i = 0; i < n; i++) push(new Item());
        top = 0;
        for (int i = 0; i < n / 10; i++) push(new Item());
        top = 0;
        for (int i = 0; i < n / 5; i++) { Box b = new Box(); b.value = random.nextInt(20); boxes.add(b); }
        for (long i = 0; i < n / 2; i++) {
            if (phase > 0 && random.nextInt(20) > 0) continue;
            Session s = new Session(); s.id = i; s.user = "user " + i; sessions.put(i, s);
        }
        for (int i = 0; i < n / 5; i++) cells = insert(cells, random.nextInt(), 0);
    }
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]), dumps = Integer.parseInt(args[1]);
        boolean live = args.length < 3 || !args[2].equals("all");
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (int i = 0; i < dumps; i++) {
            phase(n, i);
            bean.dumpHeap("dump" + i + ".hprof", live);
        }
    }
}
