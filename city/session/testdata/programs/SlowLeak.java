package com.example.trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Leaks slowly beside a large cache that is full and whose entries come and go. */
public class SlowLeak {
    static class Image {
        final byte[] pixels;

        Image(int n) { pixels = new byte[n]; }
    }

    static class Audit {
        final String text;
        final Object[] arguments = new Object[4];

        Audit(String text) { this.text = text; }
    }

    static class Context {
        final Map<Integer, Image> images = new LinkedHashMap<>(16, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, Image> e) { return size() > 2000; }
        };
        final Journal journal = new Journal();
    }

    static class Journal {
        private final List<Audit> entries = new ArrayList<>();
    }

    static final Context context = new Context();

    public static void main(String[] args) throws Exception {
        Random random = new Random(3);
        for (int i = 0; i < 2000; i++) context.images.put(i, new Image(5000 + random.nextInt(10000)));
        for (int dump = 0; dump < 8; dump++) {
            for (int i = 0; i < 2000; i++) context.images.put(random.nextInt(100000), new Image(5000 + random.nextInt(10000)));
            for (int i = 0; i < 1200; i++) context.journal.entries.add(new Audit("user " + i + " did something in round " + dump));
            Dump.now(args[0]);
        }
    }
}
