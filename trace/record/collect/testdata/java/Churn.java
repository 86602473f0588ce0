import java.net.*;
import java.util.*;

/** Makes garbage of many kinds: objects, classes, threads; for so many milliseconds, at least. */
public class Churn {
    static final List<Object> all = new ArrayList<>();
    static volatile Object sink;

    static class Loader extends ClassLoader {
        final byte[] code;
        Loader(byte[] code) { this.code = code; }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            return defineClass("Churn$Small", code, 0, code.length);
        }
    }

    static class Small { static final Object OWN = new int[10]; Object other = OWN; }

    public static void main(String[] args) throws Exception {
        byte[] code;
        try (var in = Churn.class.getResourceAsStream("Churn$Small.class")) {
            code = in.readAllBytes();
        }
        long until = System.nanoTime() + 1000000L * Integer.parseInt(args[0]);
        for (int round = 0; round < 20 || System.nanoTime() < until; round++) {
            for (int i = 0; i < 20000; i++) sink = new long[i % 100];
            for (int i = 0; i < 50; i++) all.add("kept " + round + i);
            Class<?> c = new Loader(code).findClass("");
            var make = c.getDeclaredConstructor();
            make.setAccessible(true);
            sink = make.newInstance();
            int captured = round;
            Runnable lambda = () -> sink = new Object[captured % 10];
            Thread t = new Thread(lambda, "churn " + round);
            t.start();
            t.join();
            sink = new int[3][4].clone();
            if (round % 5 == 0) System.gc();
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
        }
    }
}
