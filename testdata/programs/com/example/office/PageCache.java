package com.example.office;

import java.util.LinkedHashMap;
import java.util.Map;

/** The pages used last, at most LIMIT of them. */
final class PageCache extends LinkedHashMap<Integer, PageCache.Page> {
    private static final int LIMIT = 150;

    PageCache() {
        super(16, 0.75f, true);
    }

    Page page(int number) {
        return computeIfAbsent(number, n -> new Page("page " + n, 40 + n % 200));
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, Page> eldest) {
        return size() > LIMIT;
    }

    static final class Page {
        final String name;
        final char[] text;

        Page(String name, int length) {
            this.name = name;
            text = new char[length];
        }
    }
}
