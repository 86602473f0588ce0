package com.example.trial;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Healthy: about as many sessions come as go. */
public class Steady {
    static class Session {
        final byte[] state;

        Session(int n) { state = new byte[n]; }
    }

    static final Map<Integer, Session> sessions = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Random random = new Random(11);
        for (int dump = 0; dump < 8; dump++) {
            for (int i = 0; i < 5000; i++) sessions.put(random.nextInt(3000), new Session(200 + random.nextInt(2000)));
            sessions.keySet().removeIf(k -> random.nextInt(10) == 0);
            Dump.now(args[0]);
        }
    }
}
