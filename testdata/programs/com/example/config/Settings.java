package com.example.config;

import java.util.Map;
import java.util.TreeMap;

/** Settings of a program by name: read once, kept for ever. */
public final class Settings {
    private final Map<String, String> values = new TreeMap<>();

    public Settings(String section, int count) {
        for (int i = 0; i < count; i++) {
            values.put(section + ".option-" + i, "value " + (i * 7919) % 1000);
        }
    }

    public String get(String name) {
        return values.get(name);
    }
}
