package com.example.travel;

import java.util.HashMap;
import java.util.Map;

/** The fares of all routes that somebody looked for. */
final class Fares {
    private final Map<String, Fare> byRoute = new HashMap<>();

    Fare of(String route) {
        Fare fare = byRoute.get(route);
        if (fare == null) {
            fare = new Fare(route, route.hashCode() & 1023);
            byRoute.put(route, fare);
        }
        return fare;
    }

    /** The cheapest fares of all routes. */
    int offers() {
        int cheap = 0;
        for (String route : byRoute.keySet()) {
            if (byRoute.get(route).price() < 300) {
                cheap++;
            }
        }
        return cheap;
    }
}
