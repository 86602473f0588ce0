package com.acme.gallery;

import java.io.IOException;

/** A moment at which the heap is dumped, by whoever started the program. */
public final class Point {
    private Point() {}

    /** Asks for a heap dump, and waits for the line that says that it is written. */
    public static void next() throws IOException {
        System.out.println("dump");
        while (System.in.read() != '\n') {
            // the rest of the line
        }
    }
}
