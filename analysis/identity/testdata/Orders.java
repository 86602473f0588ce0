import java.lang.management.ManagementFactory;
import java.util.*;
import java.util.concurrent.*;
import com.sun.management.HotSpotDiagnosticMXBean;

/** A shop: what changes are fields, lists, caches and queues, and much has the same content. */
public class Orders {
    static int numbers;
    static class Numbered { final int number = ++numbers; }
    enum Status { NEW, PAID, SENT }
    static class Customer extends Numbered { String name, city; final List<Order> orders = new ArrayList<>(); }
    static class Order extends Numbered { Customer customer; Status status = Status.NEW; final List<Line> lines = new ArrayList<>(); double total; }
    static class Line extends Numbered { String product; int quantity; Line(String p, int q) { product = p; quantity = q; } }
    static class Event extends Numbered { int type; Object about; }
    static class Vertex extends Numbered { final List<Vertex> edges = new ArrayList<>(); int color; }
    static class Holder extends Numbered { int[] data = new int[20]; Integer last; }
    static class Session extends Numbered { String token; long touched; Customer who; }

    static final Random random = new Random(3);
    static final String[] PRODUCTS = new String[50], CITIES = new String[30];
    static { for (int i = 0; i < 50; i++) PRODUCTS[i] = "product" + i; for (int i = 0; i < 30; i++) CITIES[i] = "city" + i; }
    static final List<Customer> customers = new ArrayList<>();
    static final LinkedHashMap<String, Session> lru = new LinkedHashMap<>(16, .75f, true) {
        protected boolean removeEldestEntry(Map.Entry<String, Session> e) { return size() > max; } };
    static int max;
    static final ArrayDeque<Event> queue = new ArrayDeque<>();
    static final ConcurrentHashMap<Integer, Order> orders = new ConcurrentHashMap<>();
    static final List<Vertex> graph = new ArrayList<>();
    static final TreeMap<String, Holder> holders = new TreeMap<>();
    static final PriorityQueue<Event> heap = new PriorityQueue<>((a, b) -> Integer.compare(a.type, b.type));

    static void phase(int n) {
        for (int i = 0; i < n / 4; i++) {
            Customer c = new Customer();
            c.name = "name" + random.nextInt(n); c.city = random.nextBoolean() ? CITIES[random.nextInt(30)] : new String("city" + random.nextInt(30));
            customers.add(c);
        }
        for (int i = 0; i < n; i++) {
            Order o = new Order();
            o.customer = customers.get(random.nextInt(customers.size()));
            o.customer.orders.add(o);
            for (int k = random.nextInt(4); k >= 0; k--) o.lines.add(new Line(PRODUCTS[random.nextInt(50)], 1 + random.nextInt(5)));
            for (Line l : o.lines) o.total += l.quantity * 9.5;
            orders.put(o.number, o);
        }
        for (Iterator<Order> it = orders.values().iterator(); it.hasNext();) {
            Order o = it.next();
            if (random.nextInt(12) == 0) { it.remove(); o.customer.orders.remove(o); }
            else if (random.nextInt(5) == 0) o.status = Status.values()[random.nextInt(3)];
            else if (random.nextInt(20) == 0) o.lines.add(new Line(PRODUCTS[random.nextInt(50)], 1));
        }
        for (int i = 0; i < n; i++) {
            Session s = new Session();
            s.token = "t" + random.nextInt(4 * n); s.who = customers.get(random.nextInt(customers.size()));
            max = n / 2;
            lru.put(s.token, s);
            Session t = lru.get("t" + random.nextInt(4 * n));
            if (t != null) t.touched = i;
        }
        for (int i = 0; i < n; i++) {
            Event e = new Event(); e.type = random.nextInt(10); e.about = random.nextInt(3) == 0 ? customers.get(random.nextInt(customers.size())) : null;
            queue.add(e);
            if (queue.size() > 2 * n / 3) queue.poll();
            if (i % 4 == 0) { Event f = new Event(); f.type = random.nextInt(1000000); heap.add(f); if (heap.size() > n / 3) heap.poll(); }
        }
        for (int i = 0; i < n / 3; i++) {
            Vertex v = new Vertex();
            graph.add(v);
            for (int k = 0; k < 3; k++) v.edges.add(graph.get(random.nextInt(graph.size())));
        }
        for (Vertex v : graph) { if (random.nextInt(10) == 0) v.color++; if (random.nextInt(10) == 0) v.edges.add(graph.get(random.nextInt(graph.size()))); }
        for (int i = 0; i < n / 4; i++) {
            Holder h = holders.computeIfAbsent("h" + random.nextInt(n / 2), k -> new Holder());
            h.data[random.nextInt(20)]++; h.last = random.nextInt(100000);
        }
    }
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]), dumps = Integer.parseInt(args[1]);
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (int i = 0; i < dumps; i++) { phase(n); bean.dumpHeap("dump" + i + ".hprof", true); }
    }
}
