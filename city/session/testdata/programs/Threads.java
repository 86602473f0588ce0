package com.example.trial;

import java.util.concurrent.CountDownLatch;

/** Leaks: every call starts a thread that waits for ever. */
public class Threads {
    static class Worker implements Runnable {
        final byte[] buffer = new byte[10000];
        final CountDownLatch never = new CountDownLatch(1);

        public void run() {
            try {
                never.await();
            } catch (InterruptedException e) { }
        }
    }

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 30; i++) {
                Thread t = new Thread(new Worker());
                t.setDaemon(true);
                t.start();
            }
            Dump.now(args[0]);
        }
    }
}
