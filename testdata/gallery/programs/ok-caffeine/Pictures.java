package com.acme.pictures;

import com.acme.gallery.Point;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.io.IOException;
import java.util.Random;

/** A cache of at most 1,500 pictures that is full from the fourth point on. */
public final class Pictures {
    record Picture(String name, byte[] data) {}

    static final LoadingCache<Integer, Picture> CACHE =
            Caffeine.newBuilder().maximumSize(1500).build(n -> new Picture("picture " + n, new byte[200 + n % 100]));

    public static void main(String[] args) throws IOException {
        Random random = new Random(1);
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 450; i++) {
                CACHE.get(n++);
                CACHE.get(random.nextInt(n));
            }
            CACHE.cleanUp();
            Point.next();
        }
        System.exit(0);
    }
}
