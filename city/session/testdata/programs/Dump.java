package com.example.trial;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** Writes heap dumps of the program that calls it, numbered from 1. */
final class Dump {
    private static int number;

    private Dump() {}

    static void now(String folder) throws Exception {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(folder + "/dump" + ++number + ".hprof", true);
    }
}
