package com.example.travel;

import java.util.HashMap;
import java.util.Map;

/** All searches by number. */
final class Journal {
    private final Map<Integer, Search> searches = new HashMap<>();

    void note(Search search) {
        searches.put(search.number(), search);
    }

    int size() {
        return searches.size();
    }
}
