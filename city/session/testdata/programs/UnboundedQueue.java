package com.example.trial;

import java.util.concurrent.LinkedBlockingQueue;

/** Leaks: the producer is faster than the consumer. */
public class UnboundedQueue {
    static class Message {
        final String body;

        Message(String body) { this.body = body; }
    }

    static class Consumer extends Thread {
        final LinkedBlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
        long seen;

        Consumer() { super("consumer"); setDaemon(true); }

        @Override public void run() {
            try {
                while (true) {
                    seen += inbox.take().body.length();
                    Thread.sleep(2);
                }
            } catch (InterruptedException e) { }
        }
    }

    public static void main(String[] args) throws Exception {
        Consumer consumer = new Consumer();
        consumer.start();
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 5000; i++) consumer.inbox.put(new Message("message number " + i + " of dump " + dump));
            Dump.now(args[0]);
        }
    }
}
