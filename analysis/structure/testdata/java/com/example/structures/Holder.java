package com.example.structures;

/** A collection with what is to be found in it. */
final class Holder {
    final String name;
    final Object collection;
    final int contents; // items in it, and in collections in it
    final int structures; // data structures, itself and those in it

    Holder(String name, Object collection, int contents, int structures) {
        this.name = name;
        this.collection = collection;
        this.contents = contents;
        this.structures = structures;
    }
}
