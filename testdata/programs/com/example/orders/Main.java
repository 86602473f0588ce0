package com.example.orders;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;
import java.util.ArrayDeque;
import java.util.Queue;

/** Reads orders and keeps the last two thousand. */
public final class Main {
    private static final int POINTS = 3;
    private static final int KEPT = 2000;
    private static final int PER_POINT = 150;
    private static final String[] COUNTRIES = {"Austria", "Czechia", "Germany", "Hungary", "Italy", "Slovenia"};
    private static final String[] STATES = {"ordered", "packed", "on its way", "delivered"};

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("orders", 60);
        RingLog log = new RingLog(40);
        Queue<Order> orders = new ArrayDeque<>();
        int read = 0;
        for (int point = 0; point < POINTS; point++) {
            while (read < KEPT + point * PER_POINT) {
                orders.add(new Order(line(read++)));
                if (orders.size() > KEPT) {
                    orders.remove();
                }
            }
            log.log("read " + read);
            Dumps.next();
        }
        log.log(settings.get("orders.option-1") + orders.size());
    }

    private static String line(int number) {
        return number + ";" + COUNTRIES[number % COUNTRIES.length] + ";EUR;" + STATES[number % STATES.length];
    }
}
