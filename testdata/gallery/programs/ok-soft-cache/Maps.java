package com.acme.maps;

import com.acme.gallery.Point;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import java.io.IOException;

/** A cache without bound whose values the garbage collector may take when memory is short. */
public final class Maps {
    static final class Tile {
        final byte[] data = new byte[2000];
        final int x;

        Tile(int x) {
            this.x = x;
        }
    }

    static final LoadingCache<Integer, Tile> TILES = CacheBuilder.newBuilder().softValues().build(CacheLoader.from(Tile::new));

    public static void main(String[] args) throws IOException {
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 500; i++) {
                TILES.getUnchecked(n++);
            }
            Point.next();
        }
    }
}
