package com.example.trial;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.Random;

/** Healthy: the length of a queue with a bound goes up and down. */
public class Queue {
    static class Job {
        final byte[] input = new byte[800];
    }

    static final ArrayBlockingQueue<Job> jobs = new ArrayBlockingQueue<>(2000);

    public static void main(String[] args) throws Exception {
        Random random = new Random(5);
        for (int dump = 0; dump < 7; dump++) {
            int length = 200 + random.nextInt(1500);
            while (jobs.size() < length) jobs.add(new Job());
            while (jobs.size() > length) jobs.poll();
            Dump.now(args[0]);
        }
    }
}
