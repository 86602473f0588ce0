package com.example.office;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Random;

/**
 * A healthy program: sessions come and expire, work waits and is done, and a cache forgets. Its heap goes up and down
 * with the load, and nothing in it grows for ever.
 */
public final class Main {
    private static final int POINTS = 18;
    private static final int TICKS = 40; // per point
    private static final int LIFE = 60; // of a session, in ticks

    private final Random random = new Random(1);
    private final Map<Integer, Session> sessions = new HashMap<>();
    private final Queue<WorkItem> queue = new ArrayDeque<>();
    private final PageCache pages = new PageCache();
    private final RingLog log = new RingLog(100);
    private final Settings settings = new Settings("office", 80);
    private int visitors;

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        for (int tick = 1; tick <= POINTS * TICKS; tick++) {
            main.step(tick);
            if (tick % TICKS == 0) {
                Dumps.next();
            }
        }
        main.log.log(main.settings.get("office.option-1"));
    }

    private void step(int tick) {
        double load = 1 + Math.sin(tick / 55.0); // 0 to 2; the day has about 345 ticks
        sessions.values().removeIf(s -> s.expires <= tick);
        for (int i = (int) (load * 3); i > 0; i--) {
            Session session = new Session(++visitors, tick + LIFE + random.nextInt(20));
            sessions.put(session.number, session);
            queue.add(new WorkItem(session, 50 + random.nextInt(100)));
            log.log("visitor " + visitors);
        }
        for (Session session : sessions.values()) {
            if (random.nextInt(10) == 0) {
                session.views.add(new Session.PageView(tick, pages.page(random.nextInt(400)).name));
            }
        }
        for (int i = 0; i < 3; i++) { // as much as comes in on average
            queue.poll();
        }
    }
}
