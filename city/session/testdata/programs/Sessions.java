package com.example.trial;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** Leaks: sessions that log out go, but those that just stay away never do. */
public class Sessions {
    static class Session {
        final Map<String, Object> attributes = new HashMap<>();
        final byte[] cart;

        Session(int size) {
            cart = new byte[size];
            attributes.put("user", "user" + size);
        }
    }

    static class SessionManager {
        private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();
    }

    static class Server {
        final SessionManager manager = new SessionManager();
        final Map<String, byte[]> templates = new HashMap<>();
    }

    private static final Server server = new Server();

    public static void main(String[] args) throws Exception {
        Random random = new Random(4);
        for (int i = 0; i < 50; i++) server.templates.put("template" + i, new byte[40000]);
        int id = 0;
        for (int dump = 0; dump < 7; dump++) {
            for (int i = 0; i < 1000; i++) {
                String key = "session" + id++;
                server.manager.sessions.put(key, new Session(100 + random.nextInt(500)));
                if (random.nextInt(3) > 0) server.manager.sessions.remove(key);
            }
            Dump.now(args[0]);
        }
    }
}
