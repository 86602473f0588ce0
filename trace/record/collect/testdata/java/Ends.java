import java.util.*;

/** Ends just after a GC that finds many objects dead, while its other threads need more GCs: by System.exit if there is an argument. */
public class Ends {
    static final List<Object> all = new ArrayList<>();
    static volatile Object sink;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 150_000; i++) all.add(new int[] {i});
        System.out.println("ready");
        System.in.read();
        for (int i = 0; i < 3; i++) {
            Thread busy = new Thread(() -> { while (true) sink = new byte[10_000]; });
            busy.setDaemon(true);
            busy.start();
        }
        all.clear();
        System.gc();
        if (args.length > 0) System.exit(Integer.parseInt(args[0]));
    }
}
