package memcity.usage;

import java.nio.charset.StandardCharsets;

/**
 * Writes the records: a byte for the kind, then unsigned LEB128 numbers. A text is its length in bytes, followed by UTF-8. All records share
 * one buffer, so that the events of a collection stay in order. A record is complete once pos is after it, so an error within a record
 * leaves no part of it.
 */
final class Records {
    static final int HELLO = 0, STRING = 1, ALLOC = 2, ADD = 3, GET = 4, REMOVE = 5, DEALLOC = 6, GETALL = 7, CLEAR = 8, INTERVAL = 9,
            OPERATIONS = 10, SCALE = 11, TROUBLE = 12, END = 13, UNFOLLOWED = 15;

    private static final int VERSION = 1, LONGEST_TEXT = 4096, ROOM = 96;
    private static final Object LOCK = new Object();
    private static final byte[] BUFFER = new byte[64 << 10];
    private static int pos;
    private static long count;
    private static boolean ended;
    /** End of the last interval in ms; 0 before. */
    private static int lastInterval;
    private static Sink sink;

    static void start(Sink to) {
        Names.again();
        sink = to;
        pos = 0;
        ended = false;
        synchronized (LOCK) {
            pos = put(put(put(kind(HELLO, 0), VERSION), System.currentTimeMillis() - Clock.real()), Start.log ? 1 : 0);
        }
    }

    /** Returns the approximate number of written records. */
    static long count() {
        return count;
    }

    static void string(int number, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        synchronized (LOCK) {
            int p = put(put(kind(STRING, Math.min(bytes.length, LONGEST_TEXT)), number), Math.min(bytes.length, LONGEST_TEXT));
            pos = text(p, bytes);
        }
    }

    static void trouble(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        synchronized (LOCK) {
            int p = put(kind(TROUBLE, Math.min(bytes.length, LONGEST_TEXT)), Math.min(bytes.length, LONGEST_TEXT));
            pos = put(text(p, bytes), Clock.real());
        }
    }

    static void write(int kind, long a, long b) {
        synchronized (LOCK) {
            pos = put(put(kind(kind, 0), a), b);
        }
    }

    static void write(int kind, long a, long b, long c, long d) {
        synchronized (LOCK) {
            pos = put(put(put(put(kind(kind, 0), a), b), c), d);
        }
    }

    static void write(int kind, long a, long b, long c, long d, long e) {
        synchronized (LOCK) {
            pos = put(put(put(put(put(kind(kind, 0), a), b), c), d), e);
        }
    }

    static void write(int kind, long a, long b, long c, long d, long e, long f) {
        synchronized (LOCK) {
            pos = put(put(put(put(put(put(kind(kind, 0), a), b), c), d), e), f);
        }
    }

    static void clear(long coll, int site, int time) {
        synchronized (LOCK) {
            pos = put(put(put(kind(CLEAR, 0), coll), site), time);
        }
    }

    /** Ends an interval. Ends differ by 1 ms at least: the last GC point and the end of the recording may follow each other within a millisecond. */
    static void interval() {
        synchronized (LOCK) {
            lastInterval = Math.max(Clock.real(), lastInterval + 1);
            pos = put(kind(INTERVAL, 0), lastInterval);
            flush();
        }
    }

    static void end() {
        synchronized (LOCK) {
            pos = put(kind(END, 0), Math.max(Clock.real(), lastInterval));
            flush();
            ended = true;
        }
    }

    private static int kind(int kind, int text) {
        if (pos + ROOM + text > BUFFER.length) {
            flush();
        }
        BUFFER[pos] = (byte) kind;
        count++;
        return pos + 1;
    }

    private static int put(int p, long n) {
        while ((n & ~0x7fL) != 0) {
            BUFFER[p++] = (byte) (n | 0x80);
            n >>>= 7;
        }
        BUFFER[p++] = (byte) n;
        return p;
    }

    private static int text(int p, byte[] bytes) {
        int n = Math.min(bytes.length, LONGEST_TEXT);
        System.arraycopy(bytes, 0, BUFFER, p, n);
        return p + n;
    }

    private static void flush() {
        int n = pos;
        pos = 0;
        if (ended || n == 0 || sink == null) {
            return;
        }
        try {
            sink.write(BUFFER, n);
        } catch (Throwable t) {
            Trouble.OUTPUT.count(null, t);
        }
    }
}
