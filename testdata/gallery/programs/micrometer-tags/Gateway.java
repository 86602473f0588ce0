package com.acme.api;

import com.acme.gallery.Point;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;

/** Counts bytes by user: there is a counter for every user who ever sent a request. */
public final class Gateway {
    static final MeterRegistry registry = new SimpleMeterRegistry();

    static void handle(int user) {
        registry.counter("bytes", "user", "u-" + user, "path", "/orders").increment(user % 1000);
    }

    public static void main(String[] args) throws IOException {
        int user = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 800; i++) {
                handle(user++);
            }
            Point.next();
        }
    }
}
