package com.example.editor;

/** A text that is open. */
final class Document {
    private final String name;
    private final byte[] text;

    Document(String name, int length) {
        this.name = name;
        text = new byte[length];
    }

    int length() {
        return text.length;
    }

    /** Closes it, and returns what the list of texts that were open shows of it. */
    Entry close(long time) {
        return new Entry(time);
    }

    /** A line of that list: when it was closed. */
    final class Entry {
        private final long closed;

        Entry(long closed) {
            this.closed = closed;
        }

        String line() {
            return name + ", closed at " + closed;
        }
    }
}
