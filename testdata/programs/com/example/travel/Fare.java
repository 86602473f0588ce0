package com.example.travel;

/** What a route costs. */
final class Fare {
    private final String route;
    private final int price;
    private final byte[] conditions = new byte[150];

    Fare(String route, int price) {
        this.route = route;
        this.price = price;
    }

    String route() {
        return route;
    }

    int price() {
        return price + conditions.length;
    }
}
