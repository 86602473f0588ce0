package com.example.trial;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Leaks: the cache's keys have no equals, so that nothing is ever found in it. */
public class MutableKey {
    static class Query {
        final String text;
        final int page;

        Query(String text, int page) { this.text = text; this.page = page; }
    }

    static class Page {
        final String[] rows = new String[10];
    }

    static class SearchService {
        static final AtomicReference<Map<Query, Page>> pages = new AtomicReference<>(new ConcurrentHashMap<>());

        static Page search(String text, int page) {
            return pages.get().computeIfAbsent(new Query(text, page), q -> {
                Page found = new Page();
                for (int i = 0; i < found.rows.length; i++) found.rows[i] = q.text + " row " + i;
                return found;
            });
        }
    }

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 800; i++) SearchService.search("word " + i % 20, i % 3);
            Dump.now(args[0]);
        }
    }
}
