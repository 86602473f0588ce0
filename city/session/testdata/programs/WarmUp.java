package com.example.trial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Healthy: grows while it starts, then answers requests. */
public class WarmUp {
    static class Rule {
        final String name;
        final int[] codes = new int[50];

        Rule(String name) { this.name = name; }
    }

    static final Map<String, Rule> rules = new HashMap<>();
    static final List<byte[]> buffers = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        Random random = new Random(7);
        for (int dump = 0; dump < 7; dump++) {
            if (dump < 3) for (int i = 0; i < 2500; i++) rules.put("rule " + dump + " " + i, new Rule("rule " + i));
            for (int i = 0; i < 1000; i++) {
                buffers.add(new byte[1000]);
                if (buffers.size() > 50) buffers.remove(random.nextInt(50));
            }
            Dump.now(args[0]);
        }
    }
}
