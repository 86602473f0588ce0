package com.example.trial;

import java.util.HashMap;
import java.util.Map;

/** Leaks: products are held by two maps; clearing one of them frees nothing. */
public class TwoMaps {
    static class Product {
        final int id;
        final String name;
        final byte[] image = new byte[300];

        Product(int id) { this.id = id; name = "product " + id; }
    }

    static class ById { static final Map<Integer, Product> products = new HashMap<>(); }

    static class ByName { static final Map<String, Product> products = new HashMap<>(); }

    public static void main(String[] args) throws Exception {
        int id = 0;
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 1500; i++) {
                Product p = new Product(id++);
                ById.products.put(p.id, p);
                ByName.products.put(p.name, p);
            }
            Dump.now(args[0]);
        }
    }
}
