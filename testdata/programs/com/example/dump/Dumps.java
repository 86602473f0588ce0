package com.example.dump;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Writes a heap dump of what is alive at each GC point, to numbered files in the working directory. */
public final class Dumps {
    private static final HotSpotDiagnosticMXBean VM =
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    private static final long PAUSE_MS = 150; // so that the points have times that can be told apart

    private static int point;

    private Dumps() {}

    public static void next() throws IOException, InterruptedException {
        Thread.sleep(PAUSE_MS);
        point++;
        VM.dumpHeap((point < 10 ? "0" : "") + point + ".hprof", true);
    }
}
