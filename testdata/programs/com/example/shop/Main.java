package com.example.shop;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;

/**
 * The program of "Utilizing object reference graphs and garbage collection roots to detect memory leaks in offline
 * memory monitoring" (section 5.1), smaller: every product that is asked for stays in two caches, and neither of them
 * alone keeps it alive. At the end the tables of both maps are as full as with the paper's million products.
 */
public final class Main {
    private static final int POINTS = 10;
    private static final int PER_POINT = 781;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("shop", 40);
        RingLog log = new RingLog(50);
        long id = 0;
        for (int point = 0; point < POINTS; point++) {
            for (int i = 0; i < PER_POINT; i++) {
                ask(id++);
            }
            log.log("answered " + id);
            Dumps.next();
        }
        log.log(settings.get("shop.option-1") + NameCache.get(Database.nameOf(1)));
    }

    private static Product ask(long id) {
        Product product = IdCache.get(id);
        if (product == null) {
            product = Database.byId(id);
            IdCache.put(product);
            NameCache.put(product);
        }
        return product;
    }
}
