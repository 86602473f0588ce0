/** Goes up and down between methods that each hold an object of their own, until its input ends. */
public class Frames {
    static final class InMain { int used; }
    static final class InMiddle { int used; }
    static final class InDown { int used; InDown next; }
    static volatile boolean stop;
    static volatile int sink;

    static int down(int n) {
        InDown own = new InDown();
        own.used = n;
        int sum = n > 0 ? down(n - 1) : sink;
        if (sum == Integer.MIN_VALUE) own.next = own;
        sink += own.used & 1;
        return sum + own.used;
    }

    static int middle(int turn) {
        InMiddle own = new InMiddle();
        own.used = turn;
        for (int i = 0; i < 2000 && !stop; i++) sink = down((turn + i) % 23);
        return own.used;
    }

    static int once(int turn) { return middle(turn); }

    static int twice(int turn) { return once(turn) + 1; }

    public static void main(String[] args) throws Exception {
        Thread ends = new Thread(() -> {
            try { while (System.in.read() >= 0) { } } catch (java.io.IOException e) { throw new AssertionError(e); }
            stop = true;
        });
        ends.setDaemon(true);
        ends.start();
        InMain own = new InMain();
        System.out.println("ready");
        for (int turn = 0; !stop; turn++) own.used += turn % 3 == 0 ? middle(turn) : turn % 3 == 1 ? once(turn) : twice(turn);
        System.out.println(own.used);
    }
}
