package com.example.search;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;

/** A search: the same sixty questions are asked again and again. */
public final class Main {
    private static final int POINTS = 6;
    private static final int PER_POINT = 250;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("search", 60);
        RingLog log = new RingLog(40);
        Results results = new Results();
        for (int point = 0; point < POINTS; point++) {
            for (int i = 0; i < PER_POINT; i++) {
                results.find(new Query("words " + i % 20, i % 3));
            }
            log.log("searched " + results.missed() + " times");
            Dumps.next();
        }
        log.log(settings.get("search.option-1"));
    }
}
