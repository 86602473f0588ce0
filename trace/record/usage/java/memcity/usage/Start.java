package memcity.usage;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicLong;

/** Starts recording: options, threads, the transformer. */
public final class Start {
    static final AtomicLong NUMBERS = new AtomicLong();
    static boolean log;
    static boolean coarse;
    private static boolean started;

    private Start() {}

    public static synchronized void start(String text, Instrumentation vm, boolean late) throws Exception {
        if (started) {
            throw new IllegalStateException("they are recorded already");
        }
        Options options = Options.parse(text);
        log = options.log;
        coarse = options.coarse;
        Limits.set(options);
        Records.start(options.out.equals("native") ? new Out() : new FileSink(options.out));
        started = true;
        Drain drain = new Drain(options.interval);
        Clock.start();
        drain.start();
        Transformer t = new Transformer(new Select(options.classes));
        vm.addTransformer(t, true);
        if (late) {
            t.transformLoaded(vm);
        }
    }
}
