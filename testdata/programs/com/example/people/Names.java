package com.example.people;

import java.util.Random;

/** Makes up names. Every call returns a new String. */
final class Names {
    private static final String[] SYLLABLES = {"an", "bel", "chi", "dor", "el", "fri", "ga", "hil", "is", "jo", "ka",
        "lu", "ma", "no", "or", "pe", "ru", "sa", "ti", "ul"};

    private final Random random = new Random(1);

    String next() {
        StringBuilder name = new StringBuilder();
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            name.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
        }
        return name.toString();
    }
}
