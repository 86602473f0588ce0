package com.example.structures;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Dumps the heap twice; in between, data structures grow, each in another way. */
public final class Growth {
    /** What refers to data that grows. */
    static final class Document {
        final int number;
        byte[] text = new byte[16];

        Document(int number) {
            this.number = number;
        }
    }

    /** Owned alone, contents are added. */
    static final List<Document> SINGLE_CONTAINER = new ArrayList<>();

    /** The same contents are added to both. */
    static final Map<Integer, Document> SHARED_CONTAINER = new HashMap<>();
    static final Set<Document> SHARED_CONTAINER_TOO = new HashSet<>();

    /** No contents are added, but their data grows. */
    static final List<Document> SINGLE_DATA = new ArrayList<>();

    /** Likewise, but others hold that data as well. */
    static final List<Document> SHARED_DATA = new ArrayList<>();
    static byte[][] texts = new byte[50][];

    /** Stays as it is. */
    static final List<Document> NO_GROWTH = new ArrayList<>();

    private Growth() {}

    private static void dump(String name) throws Exception {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(name, true);
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 50; i++) {
            SINGLE_CONTAINER.add(new Document(i));
            Document shared = new Document(1_000_000 + i);
            SHARED_CONTAINER.put(i, shared);
            SHARED_CONTAINER_TOO.add(shared);
            SINGLE_DATA.add(new Document(2_000_000 + i));
            SHARED_DATA.add(new Document(3_000_000 + i));
            NO_GROWTH.add(new Document(4_000_000 + i));
        }
        dump("1.hprof");
        for (int i = 50; i < 5_000; i++) {
            Document document = new Document(i);
            document.text = new byte[100];
            SINGLE_CONTAINER.add(document);
            Document shared = new Document(1_000_000 + i);
            shared.text = new byte[100];
            SHARED_CONTAINER.put(i, shared);
            SHARED_CONTAINER_TOO.add(shared);
        }
        for (int i = 0; i < 50; i++) {
            SINGLE_DATA.get(i).text = new byte[20_000];
            texts[i] = new byte[20_000];
            SHARED_DATA.get(i).text = texts[i];
        }
        dump("2.hprof");
    }
}
