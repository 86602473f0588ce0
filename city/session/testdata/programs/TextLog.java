package com.example.trial;

/** Leaks: one text that gets longer and longer. */
public class TextLog {
    static class Protocol {
        private final StringBuilder lines = new StringBuilder();

        void add(String line) { lines.append(line).append('\n'); }
    }

    static final Protocol protocol = new Protocol();

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 8; dump++) {
            for (int i = 0; i < 20000; i++) protocol.add("line " + i + " was written in round " + dump);
            Dump.now(args[0]);
        }
    }
}
