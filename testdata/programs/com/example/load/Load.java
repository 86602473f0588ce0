package com.example.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Allocates on two threads: garbage, a bounded cache and a list that grows. */
public final class Load {
    record Order(int id, byte[] text) {}

    private static final int ROUNDS = Integer.getInteger("rounds", 30);
    private static final int SIZE = Integer.getInteger("size", 20000);
    private static final List<Order> kept = new ArrayList<>();
    private static final Map<Integer, Order> cache = new LinkedHashMap<>() {
        @Override protected boolean removeEldestEntry(Map.Entry<Integer, Order> e) { return size() > 5000; }
    };
    private static volatile Object sink;

    public static void main(String[] args) throws Exception {
        Thread churner = new Thread(Load::churn, "churner");
        churner.setDaemon(true);
        churner.start();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < SIZE; i++) {
                Order o = new Order(i, new byte[64 + i % 100]);
                if (i % 20 == 0) kept.add(o);
                cache.put(i, o);
            }
            if (round % 10 == 9) System.gc();
            if (round % 8 == 3) sink = new byte[3 << 20];
            Thread.sleep(10);
        }
        System.out.println(kept.size());
    }

    private static void churn() {
        StringBuilder b = new StringBuilder();
        while (true) {
            for (int i = 0; i < 3000; i++) {
                b.setLength(0);
                sink = b.append(i).append(" of many").toString();
            }
            try { Thread.sleep(1); } catch (InterruptedException e) { return; }
        }
    }
}
