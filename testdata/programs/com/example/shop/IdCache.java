package com.example.shop;

import java.util.HashMap;
import java.util.Map;

/** Products by id. It is never cleared. */
final class IdCache {
    private static final Map<Long, Product> idCache = new HashMap<>();

    private IdCache() {}

    static Product get(long id) {
        return idCache.get(id);
    }

    static void put(Product product) {
        idCache.put(product.id, product);
    }
}
