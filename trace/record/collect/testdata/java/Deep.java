import java.util.*;

/** Holds many objects while one of its threads is in a deep recursion, says "ready", and leaves the recursion for each line. */
public class Deep {
    static final List<Object> all = new ArrayList<>();
    static volatile boolean there;
    static final Object lock = new Object();

    static int down(int n) throws Exception {
        int[] own = {n};
        if (n == 0) {
            synchronized (lock) {
                there = true;
                lock.wait();
            }
        }
        return n > 0 ? down(n - 1) + own[0] : 0;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) all.add(new int[] {i});
        int depth = Integer.parseInt(args[1]);
        Thread deep = new Thread(null, () -> {
            try { down(depth); } catch (Exception e) { throw new AssertionError(e); }
        }, "deep", 1L << 30);
        deep.setDaemon(true);
        deep.start();
        while (!there) Thread.sleep(1);
        System.out.println("ready");
        while (System.in.read() >= 0) {
            synchronized (lock) { lock.notify(); }
            deep.join();
            System.out.println("up");
        }
    }
}
