package com.example.trial;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Healthy: a cache with a bound that fills up over half of the run. */
public class LruCache {
    static class Thumbnail {
        final byte[] pixels = new byte[1000];
    }

    static class Cache {
        final Map<Integer, Thumbnail> thumbnails = new LinkedHashMap<>(16, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, Thumbnail> e) { return size() > 4000; }
        };
    }

    static final Cache cache = new Cache();

    public static void main(String[] args) throws Exception {
        Random random = new Random(1);
        for (int dump = 0; dump < 8; dump++) {
            for (int i = 0; i < 1100; i++) cache.thumbnails.computeIfAbsent(random.nextInt(100000), k -> new Thumbnail());
            Dump.now(args[0]);
        }
    }
}
