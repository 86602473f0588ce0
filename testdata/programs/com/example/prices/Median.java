package com.example.prices;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The price in the middle. */
final class Median {
    private Median() {}

    static double of(double[] prices) {
        List<Double> sorted = new ArrayList<>();
        for (double price : prices) {
            sorted.add(price);
        }
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
