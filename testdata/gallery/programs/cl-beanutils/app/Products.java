package com.acme.shop;

import java.util.HashMap;
import java.util.Map;

/** What the application holds in a static field. */
public final class Products {
    static final Map<Integer, Products> ALL = new HashMap<>();

    final String name;
    final int price;

    Products(int id) {
        name = "product " + id;
        price = id * 3 % 1000;
    }

    static int load() {
        for (int i = 0; i < 150; i++) {
            ALL.put(i, new Products(i));
        }
        return ALL.values().stream().mapToInt(p -> p.price).sum();
    }
}
