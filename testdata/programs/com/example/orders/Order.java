package com.example.orders;

/** An order, as it was read from a line of a file. */
final class Order {
    final String country;
    final String currency;
    final String state;

    Order(String line) {
        String[] columns = line.split(";");
        country = columns[1];
        currency = columns[2];
        state = columns[3];
    }
}
