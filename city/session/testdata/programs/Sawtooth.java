package com.example.trial;

import java.util.ArrayList;
import java.util.List;

/** Healthy: batches are collected and written out, again and again. */
public class Sawtooth {
    static class Item {
        final long[] numbers = new long[20];
    }

    static final List<Item> batch = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 8; dump++) {
            for (int i = 0; i < 3000; i++) {
                batch.add(new Item());
                if (batch.size() > 11000) batch.clear();
            }
            Dump.now(args[0]);
        }
    }
}
