package com.example.trial;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Leaks: timeouts that were cancelled stay in the executor's queue until they would have been due. */
public class Cancelled {
    static class Request {
        final byte[] body = new byte[1000];
    }

    static class Client {
        final ScheduledThreadPoolExecutor timeouts = new ScheduledThreadPoolExecutor(1, r -> {
            Thread t = new Thread(r, "timeouts");
            t.setDaemon(true);
            return t;
        });

        void send(Request r) {
            ScheduledFuture<?> timeout = timeouts.schedule(() -> r.body[0]++, 10, TimeUnit.HOURS);
            timeout.cancel(false);
        }
    }

    public static void main(String[] args) throws Exception {
        Client client = new Client();
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 800; i++) client.send(new Request());
            Dump.now(args[0]);
        }
        client.send(new Request());
    }
}
