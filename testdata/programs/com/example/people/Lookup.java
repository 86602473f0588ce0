package com.example.people;

import java.util.LinkedHashMap;
import java.util.Map;

/** The answers to the last questions: a small cache that is bounded, as it should be. */
final class Lookup extends LinkedHashMap<Integer, Lookup.Answer> {
    private static final int LIMIT = 60;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, Answer> eldest) {
        return size() > LIMIT;
    }

    /** How many persons there were when the question was asked. */
    static final class Answer {
        final int persons;

        Answer(int persons) {
            this.persons = persons;
        }
    }
}
