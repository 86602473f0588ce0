package com.example.reports;

/** Writes reports, each thread in a text of its own that it uses again. */
final class Report {
    private static final ThreadLocal<StringBuilder> TEXT = ThreadLocal.withInitial(() -> new StringBuilder(1024));

    private Report() {}

    /** Returns the length of a report with so many rows. */
    static int write(int rows) {
        StringBuilder text = TEXT.get();
        text.setLength(0);
        for (int row = 0; row < rows; row++) {
            text.append("row ").append(row).append('\n');
        }
        return text.length();
    }
}
