package com.example.editor;

import java.util.ArrayList;
import java.util.List;

/** What was open before, for the menu. */
final class History {
    private final List<Document.Entry> entries = new ArrayList<>();

    void add(Document.Entry entry) {
        entries.add(entry);
    }

    String last() {
        return entries.get(entries.size() - 1).line();
    }
}
