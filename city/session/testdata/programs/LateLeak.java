package com.example.trial;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

/** Leaks from the middle of its run on, after a start that needed much more. */
public class LateLeak {
    static class Event {
        final double[] values = new double[30];
    }

    static class Recorder {
        static LinkedList<Event> events = new LinkedList<>();
    }

    public static void main(String[] args) throws Exception {
        List<byte[]> start = new ArrayList<>();
        for (int dump = 0; dump < 8; dump++) {
            if (dump < 2) for (int i = 0; i < 100; i++) start.add(new byte[50000]);
            else start = new ArrayList<>();
            if (dump > 2) for (int i = 0; i < 1500; i++) Recorder.events.add(new Event());
            Dump.now(args[0]);
        }
    }
}
