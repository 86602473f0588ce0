package com.example.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Leaks: every request leaves its trace in a thread-local of the pool's threads. */
public class ThreadLocals {
    static class Span {
        final long[] times = new long[16];
    }

    static class Tracing {
        static final ThreadLocal<List<Span>> SPANS = ThreadLocal.withInitial(ArrayList::new);

        static void begin() { SPANS.get().add(new Span()); }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int dump = 0; dump < 6; dump++) {
            CountDownLatch done = new CountDownLatch(4000);
            for (int i = 0; i < 4000; i++) pool.execute(() -> { Tracing.begin(); done.countDown(); });
            done.await();
            Dump.now(args[0]);
        }
        pool.shutdown();
    }
}
