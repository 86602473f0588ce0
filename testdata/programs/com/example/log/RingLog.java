package com.example.log;

/** Keeps the last entries that were logged, and forgets older ones. */
public final class RingLog {
    private final LogEntry[] entries;
    private int next;

    public RingLog(int size) {
        entries = new LogEntry[size];
    }

    public void log(String text) {
        entries[next] = new LogEntry(next, text);
        next = (next + 1) % entries.length;
    }

    private static final class LogEntry {
        final int number;
        final String text;

        LogEntry(int number, String text) {
            this.number = number;
            this.text = text;
        }
    }
}
