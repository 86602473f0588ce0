import java.util.*;

/** Allocates known numbers of objects at known places, in two threads, and lets some of them die. */
public class Sites {
    static class Kept { long a; }
    static class Dropped { long a, b; }
    static final List<Object> all = Collections.synchronizedList(new ArrayList<>());
    static volatile Object sink; // volatile, so that no compiler leaves an allocation out

    static void keep(int n) {
        for (int i = 0; i < n; i++) all.add(new Kept());
    }

    static void keepElsewhere(int n) {
        for (int i = 0; i < n; i++) all.add(new Kept());
    }

    static void drop(int n) {
        for (int i = 0; i < n; i++) sink = new Dropped();
    }

    public static void main(String[] args) throws Exception {
        Thread second = new Thread(() -> { keep(3000); drop(20000); }, "second");
        second.start();
        keep(5000);
        keepElsewhere(700);
        drop(100000);
        second.join();
        System.gc();
        Thread.sleep(200);
        System.out.println("ready");
        for (int c; (c = System.in.read()) >= 0;) {
            if (c != '\n') continue;
            all.subList(0, 1000).clear();
            System.gc();
            Thread.sleep(200);
            System.out.println("done");
        }
    }
}
