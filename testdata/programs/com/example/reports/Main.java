package com.example.reports;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Six threads write a report each, every day a short one, and the one of the year on the third day. */
public final class Main {
    private static final int POINTS = 8;
    private static final int THREADS = 6;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("reports", 60);
        RingLog log = new RingLog(40);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        for (int day = 1; day <= POINTS; day++) {
            int rows = day == 3 ? 9000 : 50;
            CountDownLatch together = new CountDownLatch(THREADS); // so that every thread gets one
            Callable<Integer> write = () -> {
                together.countDown();
                together.await();
                return Report.write(rows);
            };
            List<Callable<Integer>> reports = new ArrayList<>(Collections.nCopies(THREADS, write));
            pool.invokeAll(reports);
            log.log("reports of day " + day);
            Dumps.next();
        }
        pool.shutdown();
        log.log(settings.get("reports.option-1"));
    }
}
