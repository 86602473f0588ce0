package memcity.usage;

import java.nio.charset.StandardCharsets;

/** The agent's options: NAME=VALUE separated by commas, with %XX for a byte of a value. */
final class Options {
    boolean log;
    boolean coarse;
    String classes = "own";
    String out = "";
    long interval = 1000;
    long elements = Limits.ofHeap(500_000, Limits.ELEMENT_BYTES);
    int collections = (int) Limits.ofHeap(500_000, Limits.COLLECTION_BYTES);
    /** Maximum number of records per second; 0 for no limit. */
    long rate = -1;

    static Options parse(String text) {
        Options o = new Options();
        for (String part : text == null ? new String[0] : text.split(",")) {
            int at = part.indexOf('=');
            if (at > 0) {
                o.set(part.substring(0, at), unescape(part.substring(at + 1)));
            } else if (!part.isEmpty()) {
                throw new IllegalArgumentException(part + ": no value");
            }
        }
        if (o.rate < 0) {
            o.rate = o.log ? 0 : 200_000;
        }
        if (o.out.isEmpty()) {
            throw new IllegalArgumentException("out: missing");
        }
        return o;
    }

    private void set(String name, String value) {
        switch (name) {
            case "mode": log = either(name, value, "log", "aggregate"); break;
            case "iterators": coarse = either(name, value, "coarse", "fine"); break;
            case "classes": classes = value; break;
            case "out": out = value; break;
            case "interval": interval = number(name, value); break;
            case "limit": elements = number(name, value); break;
            case "rate": rate = Long.parseLong(value); break;
            case "collections": collections = (int) Math.min(number(name, value), 1 << 28); break;
            default: throw new IllegalArgumentException(name + ": unknown option");
        }
    }

    private static boolean either(String name, String value, String yes, String no) {
        if (!value.equals(yes) && !value.equals(no)) {
            throw new IllegalArgumentException(name + ": " + value + " is neither " + yes + " nor " + no);
        }
        return value.equals(yes);
    }

    private static long number(String name, String value) {
        long n = Long.parseLong(value);
        if (n < 1) {
            throw new IllegalArgumentException(name + ": " + value + " is less than 1");
        }
        return n;
    }

    private static String unescape(String value) {
        byte[] from = value.getBytes(StandardCharsets.UTF_8);
        byte[] to = new byte[from.length];
        int n = 0;
        for (int i = 0; i < from.length; i++) {
            if (from[i] == '%' && i + 2 < from.length) {
                to[n++] = (byte) Integer.parseInt(value(from[i + 1], from[i + 2]), 16);
                i += 2;
            } else {
                to[n++] = from[i];
            }
        }
        return new String(to, 0, n, StandardCharsets.UTF_8);
    }

    private static String value(byte high, byte low) {
        return "" + (char) high + (char) low;
    }
}
