package com.acme.portal;

import com.acme.gallery.Point;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.session.MapSession;
import org.springframework.session.MapSessionRepository;

/** Keeps sessions in a map, which never removes those that are expired. */
public final class Portal {
    private final MapSessionRepository sessions = new MapSessionRepository(new ConcurrentHashMap<>());

    void request(int n) {
        MapSession session = sessions.createSession();
        session.setAttribute("user", "guest-" + n);
        sessions.save(session);
    }

    public static void main(String[] args) throws IOException {
        Portal portal = new Portal();
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 600; i++) {
                portal.request(n++);
            }
            Point.next();
        }
    }
}
