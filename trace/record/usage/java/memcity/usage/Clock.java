package memcity.usage;

import java.util.concurrent.locks.LockSupport;

/** The time in ms since the agent started. A thread updates it while probes read it. */
final class Clock implements Runnable {
    private static final long START = System.nanoTime();
    /** Number of 1 ms ticks without a reader after which the thread sleeps. */
    private static final int PATIENCE = 50;

    private static volatile int now;
    private static volatile boolean asleep;
    private static boolean read;
    private static Thread thread;

    static int now() {
        if (!read) {
            if (asleep) {
                now = real();
                asleep = false;
                LockSupport.unpark(thread);
            }
            read = true;
        }
        return now;
    }

    static int real() {
        return (int) ((System.nanoTime() - START) / 1_000_000);
    }

    static void start() {
        if (thread != null) {
            return;
        }
        thread = new Thread(null, new Clock(), "memcity-clock", 64 << 10, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }

    @Override
    public void run() {
        int idle = 0;
        while (true) {
            now = real();
            idle = read ? 0 : idle + 1;
            if (idle > PATIENCE) {
                asleep = true;
                // A reader that saw the thread awake has set the flag by now, or will see it asleep.
                if (!read) {
                    LockSupport.parkNanos(50_000_000);
                }
                asleep = false;
            } else {
                read = false;
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
