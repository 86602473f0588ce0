package com.acme.probes;

import com.acme.gallery.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A hundred tasks that run every tenth of a second, and others that run once. */
public final class Probes {
    static final class Probe implements Runnable {
        final double[] window = new double[250];
        int n;

        @Override
        public void run() {
            window[n++ % window.length] = n;
        }
    }

    static final ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(2);

    public static void main(String[] args) throws IOException, InterruptedException {
        List<Probe> probes = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Probe probe = new Probe();
            probes.add(probe);
            pool.scheduleAtFixedRate(probe, i, 100, TimeUnit.MILLISECONDS);
        }
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 500; i++) {
                pool.schedule(probes.get(i % 100), i % 200, TimeUnit.MILLISECONDS);
            }
            Thread.sleep(1000);
            Point.next();
        }
        System.exit(0);
    }
}
