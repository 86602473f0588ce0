package com.example.travel;

import com.example.config.Settings;
import com.example.log.RingLog;
import java.util.Random;

/** A travel agency: customers look for fares, and some book. It is busy for fifteen seconds. */
public final class Main {
    private static final int MINUTES = 50;
    private static final int SEARCHES = 120;
    private static Main agency;

    private final Random random = new Random(7);
    private final Fares fares = new Fares();
    private final Journal journal = new Journal();
    private final Bookings bookings = new Bookings();
    private final RingLog log = new RingLog(40);

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("travel", 60);
        agency = new Main();
        for (int minute = 0; minute < MINUTES; minute++) {
            agency.minute(minute);
            Thread.sleep(300);
        }
        agency.log.log(settings.get("travel.option-1") + " " + agency.journal.size());
    }

    private void minute(int minute) {
        for (int i = 0; i < SEARCHES; i++) {
            String route = "route-" + route(minute);
            Fare fare = fares.of(route);
            Search search = new Search(minute * SEARCHES + i, route, fare.price());
            journal.note(search);
            if (random.nextInt(20) == 0) {
                bookings.add(search);
            }
        }
        // Whoever looks for a fare sees those of other routes as well.
        fares.offers();
        log.log(bookings.settle(minute) + " bookings settled");
    }

    /** More and more routes are flown, and the old ones as well. */
    private int route(int minute) {
        return random.nextInt((minute + 1) * SEARCHES);
    }
}
