package com.example.structures;

import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** A content of delay queues. */
final class Delay implements Delayed {
    private final long number;

    Delay(long number) {
        this.number = number;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return number;
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.compare(number, ((Delay) other).number);
    }
}
