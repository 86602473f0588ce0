package com.example.travel;

import java.util.ArrayDeque;
import java.util.Deque;

/** What was booked and is not settled yet. */
final class Bookings {
    private final Deque<String> open = new ArrayDeque<>();

    void add(Search search) {
        open.add(search.toString());
    }

    /** Settles all but the last hundred. */
    int settle(int minute) {
        int settled = 0;
        while (open.size() > 100) {
            open.poll();
            settled++;
        }
        return settled;
    }
}
