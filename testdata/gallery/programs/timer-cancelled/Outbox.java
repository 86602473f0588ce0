package com.acme.mail;

import com.acme.gallery.Point;
import java.io.IOException;
import java.util.Timer;
import java.util.TimerTask;

/** Cancels the timeout of each message: the timer keeps it, with the message, until the time would have come. */
public final class Outbox {
    private static final long DAY_MS = 24 * 3600 * 1000L;

    private final Timer timer = new Timer("mail-timeouts", true);

    static final class Message {
        final String to;
        final byte[] body;

        Message(int n) {
            to = "user" + n;
            body = new byte[400 + n % 200];
        }
    }

    static final class Timeout extends TimerTask {
        final Message message;

        Timeout(Message message) {
            this.message = message;
        }

        @Override
        public void run() {
            System.err.println("timeout " + message.to);
        }
    }

    void send(int n) {
        Timeout timeout = new Timeout(new Message(n));
        timer.schedule(timeout, DAY_MS);
        timeout.cancel();
    }

    public static void main(String[] args) throws IOException {
        Outbox outbox = new Outbox();
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 400; i++) {
                outbox.send(n++);
            }
            Point.next();
        }
    }
}
