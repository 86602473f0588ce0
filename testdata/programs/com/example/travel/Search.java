package com.example.travel;

/** What a customer looked for. */
final class Search {
    private final int number;
    private final String route;
    private final int price;
    private final byte[] answer = new byte[110];

    Search(int number, String route, int price) {
        this.number = number;
        this.route = route;
        this.price = price;
    }

    int number() {
        return number;
    }

    @Override
    public String toString() {
        return number + " " + route + " " + price + " " + answer.length;
    }
}
