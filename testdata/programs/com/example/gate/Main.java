package com.example.gate;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server whose requests are served by four threads of a pool. */
public final class Main {
    private static final int POINTS = 6;
    private static final int PER_POINT = 300;
    private static final int THREADS = 4;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("gate", 60);
        RingLog log = new RingLog(40);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        long requests = 0;
        for (int point = 0; point < POINTS; point++) {
            List<Callable<Void>> calls = new ArrayList<>();
            for (int i = 0; i < PER_POINT; i++) {
                long request = ++requests;
                calls.add(() -> {
                    Gate.serve(request);
                    return null;
                });
            }
            pool.invokeAll(calls);
            calls = null;
            log.log("served " + requests);
            Dumps.next();
        }
        pool.shutdown();
        log.log(settings.get("gate.option-1"));
    }
}
