package memcity.usage;

/** The thread that ends intervals. This class also ends the recording. */
final class Drain implements Runnable {
    private final long interval;

    Drain(long interval) {
        this.interval = interval;
    }

    void start() {
        Thread thread = new Thread(null, this, "memcity-collections", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends the recording when the program ends. */
    static void endAtShutdown() {
        Runtime.getRuntime().addShutdownHook(new Thread(null, Drain::end, "memcity-end", 0, false));
    }

    @Override
    public void run() {
        while (!Limits.off) {
            try {
                Thread.sleep(interval);
                round();
            } catch (Throwable t) {
                Trouble.PROBES.count("interval", t);
            }
        }
    }

    private static synchronized void round() {
        if (!Limits.off) {
            interval();
        }
    }

    /** Writes the counts. */
    static synchronized void interval() {
        Known.reap();
        for (Coll c : Known.all(true)) {
            c.drain();
        }
        Limits.check();
        Limits.checkRate();
        Limits.write();
        Trouble.write();
        Records.interval();
    }

    /** Ends an interval at a heap walk. Called by the native agent. */
    static synchronized void point() {
        try {
            interval();
            Out.place();
        } catch (Throwable t) {
            Trouble.PROBES.count("point", t);
        }
    }

    /** Writes the remaining records. Called by the native agent, too. */
    static synchronized void end() {
        if (Limits.off) {
            return;
        }
        try {
            for (Coll c : Known.all(false)) {
                c.touched = true;
            }
            interval();
        } catch (Throwable t) {
            Trouble.PROBES.count("end", t);
            Trouble.write();
        }
        Records.end();
        Limits.end();
        Start.end();
    }
}
