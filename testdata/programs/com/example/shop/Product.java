package com.example.shop;

/** A product of 48 bytes, with a name of its own and two small arrays. */
final class Product {
    final long id;
    final double price;
    final String name;
    final int[] stock = new int[2];
    final int[] sold = new int[2];
    final int weight;
    final int rating;

    Product(long id, String name) {
        this.id = id;
        this.name = name;
        price = id % 97 + 0.5;
        weight = (int) (id % 11);
        rating = (int) (id % 5);
    }
}
