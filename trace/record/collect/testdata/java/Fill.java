import java.lang.ref.WeakReference;
import java.util.*;
import java.util.function.Supplier;

/** Fills a heap with objects of many kinds, says "ready" and waits for its input to end. */
public class Fill {
    interface Marked { Object MARK = new Object(); Object OTHER = new int[3]; }
    interface Twice extends Marked { String NAME = new String("twice"); }
    static class Base implements Marked { Object low = new Object(); int between; Object high = new long[2]; static Object shared = new ArrayList<Object>(); }
    static class Person extends Base implements Twice { int number; String name; Person friend; List<Object> things = new ArrayList<>(); byte mark; static Person last; }
    static class Padded extends Person { byte a; long b; boolean c; double[] d = new double[1]; static Object own = new Object[] {"a", null, "b"}; }
    static class Weakly extends WeakReference<Object> implements Twice { Object strong = new Object(); Weakly(Object o) { super(o); } }
    static final List<Object> all = new ArrayList<>();

    static Person make(int i) { return i % 3 == 0 ? new Padded() : new Person(); }

    public static void main(String[] args) throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            Person p = make(i);
            p.number = i;
            p.name = "person " + i;
            p.friend = Person.last;
            Person.last = i % 10 == 0 ? null : p;
            for (int k = random.nextInt(6); k > 0; k--)
                p.things.add(random.nextBoolean() ? (Object) random.nextInt() : new byte[k]);
            all.add(p);
            if (i % 4 == 0) all.add(new HashMap<>(Map.of("key" + i, i)));
            if (i % 50 == 0) all.add(new Weakly(new Object()));
            if (i % 60 == 0) all.add(new Weakly(p));
        }
        Supplier<Object> still = () -> all;
        int captured = args.length;
        Supplier<Object> capturing = () -> captured;
        all.add(still);
        all.add(capturing);
        all.add(new Object[70000][]);
        ((Object[][]) all.get(all.size() - 1))[69999] = new Object[] {all};
        Object lock = new Object();
        Thread waiting = new Thread(() -> {
            Object local = new float[7];
            synchronized (lock) {
                try { lock.wait(); } catch (InterruptedException e) { all.add(local); }
            }
        }, "waiting");
        waiting.setDaemon(true);
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) Thread.sleep(1);
        Thread.sleep(100);
        System.out.println("ready");
        while (System.in.read() >= 0) {
        }
    }
}
