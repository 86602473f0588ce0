package com.example.trial;

import java.util.ArrayList;
import java.util.List;

/** Leaks: every line that was parsed is kept, with texts that are the same over and over. */
public class Duplicates {
    static class Row {
        final String country, currency;

        Row(String line) {
            String[] parts = line.split(";");
            country = new String(parts[0].toCharArray());
            currency = new String(parts[1].toCharArray());
        }
    }

    static class Importer {
        private static Importer last = new Importer();
        private final List<Row> history = new ArrayList<>();

        void read(String line) { history.add(new Row(line)); }
    }

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 3000; i++) Importer.last.read("Republic of Austria " + i % 7 + ";Euro and cents " + i % 3);
            Dump.now(args[0]);
        }
    }
}
