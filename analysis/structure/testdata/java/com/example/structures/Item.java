package com.example.structures;

/** A content of the collections. Items of a bad hash all fall into one bin of a hash table. */
final class Item implements Comparable<Item> {
    private final int number;
    private final boolean badHash;

    Item(int number, boolean badHash) {
        this.number = number;
        this.badHash = badHash;
    }

    @Override
    public int compareTo(Item other) {
        return Integer.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Item && ((Item) other).number == number;
    }

    @Override
    public int hashCode() {
        return badHash ? 7 : number;
    }
}
