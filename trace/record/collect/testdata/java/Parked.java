import java.util.concurrent.locks.LockSupport;

/** Has so many threads wait in so many frames of compiled methods, with objects that escape from none of them. */
public class Parked {
    static class Pair {
        final int a, b;
        Pair(int a, int b) { this.a = a; this.b = b; }
    }

    static volatile long sink;

    static int down(int n, long nanos) {
        Pair p = new Pair(n, n + 1);
        if (n == 0) {
            LockSupport.parkNanos(nanos);
            return p.a;
        }
        int below = down(n - 1, nanos);
        return p.a + p.b + below;
    }

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]), frames = Integer.parseInt(args[1]);
        for (int i = 0; i < 20_000; i++) sink += down(12, 1);
        for (int i = 0; i < threads; i++) {
            Thread t = new Thread(() -> { while (true) sink += down(frames, Long.MAX_VALUE / 2); });
            t.setDaemon(true);
            t.start();
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
        }
    }
}
