package com.example.trial;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Healthy: there are only so many different words, and more and more of them are known. */
public class Saturating {
    static final Map<Integer, String> words = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Random random = new Random(2);
        for (int dump = 0; dump < 8; dump++) {
            for (int i = 0; i < 8000; i++) words.computeIfAbsent(random.nextInt(10000), k -> "the word of the number " + k);
            Dump.now(args[0]);
        }
    }
}
