package com.example.trial;

import java.util.HashMap;
import java.util.Map;

/** Leaks: orders stay in a static map for ever. */
public class StaticMap {
    static class Order {
        final String customer;
        final int[] lines = new int[20];

        Order(String customer) { this.customer = customer; }
    }

    static class OrderService {
        static final Map<Integer, Order> ORDERS = new HashMap<>();
        static final Map<String, String> COUNTRIES = new HashMap<>();
        int next;

        void place() { ORDERS.put(next, new Order("customer " + next++ % 100)); }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3000; i++) OrderService.COUNTRIES.put("code" + i, "country " + i);
        OrderService service = new OrderService();
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 2000; i++) service.place();
            Dump.now(args[0]);
        }
    }
}
