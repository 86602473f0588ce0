package com.example.trial;

import java.util.PriorityQueue;

/** Leaks: timers are inner classes of the documents that started them, and are never taken out of the queue. */
public class InnerClass {
    static class Scheduler {
        final PriorityQueue<Task> tasks = new PriorityQueue<>();

        void add(Task t) { tasks.add(t); }
    }

    interface Task extends Comparable<Task> {
        long due();

        default int compareTo(Task o) { return Long.compare(due(), o.due()); }
    }

    static class Document {
        final char[] text = new char[3000];

        class AutoSave implements Task {
            final long due;

            AutoSave(long due) { this.due = due; }

            public long due() { return due; }

            void save() { text[0]++; }
        }
    }

    static class Editor {
        final Scheduler scheduler = new Scheduler();

        void open(long now) { scheduler.add(new Document().new AutoSave(now)); }
    }

    static Editor editor = new Editor();

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 7; dump++) {
            for (int i = 0; i < 200; i++) editor.open(dump * 1000L + i * 7919 % 1000);
            Dump.now(args[0]);
        }
    }
}
