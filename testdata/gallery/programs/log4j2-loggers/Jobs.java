package com.acme.jobs;

import com.acme.gallery.Point;
import java.io.IOException;
import org.apache.logging.log4j.LogManager;

/** Has a logger for each job: a logger is never removed. */
public final class Jobs {
    static void job(int id) {
        LogManager.getLogger("com.acme.jobs.job." + id).info("done");
    }

    public static void main(String[] args) throws IOException {
        System.setProperty("log4j2.disableJmx", "true");
        System.setProperty("log4j2.StatusLogger.level", "OFF");
        int id = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 700; i++) {
                job(id++);
            }
            Point.next();
        }
        System.exit(0);
    }
}
