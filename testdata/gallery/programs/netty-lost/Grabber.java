package com.acme.cam;

import com.acme.gallery.Point;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;

/** Drops direct buffers without releasing them: their chunks of the arena, outside the heap, stay taken. */
public final class Grabber {
    static int grab(int n) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(9000 + n % 5 * 1000);
        frame.setByte(0, n);
        return frame.capacity();
    }

    public static void main(String[] args) throws IOException {
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 2500; i++) {
                grab(n++);
            }
            Point.next();
        }
    }
}
