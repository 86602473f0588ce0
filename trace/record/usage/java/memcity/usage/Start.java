package memcity.usage;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicLong;

/** Starts recording: options, threads, the transformer. */
public final class Start {
    static final AtomicLong NUMBERS = new AtomicLong();
    static boolean log;
    static boolean coarse;
    private static boolean hooked;
    private static Instrumentation machine;
    private static Transformer transformer;

    /**
     * The classes of probes. They are initialized before the first probe, since that may run without enough stack or permissions to initialize
     * them.
     */
    private static final Class<?>[] PROBES = {Hash.class, Known.class, Limits.class, Kind.class, Node.View.class, Count.class, Elem.class,
        Elem.Value.class, Coll.class, Table.class, Names.class, Records.class, Clock.class, Trouble.class, Entries.class, Contents.class,
        Local.class, Local.Iter.class, Changes.class, Probe.class, Maps.class, Iters.class};

    private Start() {}

    public static synchronized void start(String text, Instrumentation vm, boolean late) throws Exception {
        if (transformer != null) {
            throw new IllegalStateException("they are recorded already");
        }
        Options options = Options.parse(text);
        for (Class<?> c : PROBES) {
            Class.forName(c.getName(), true, null);
        }
        log = options.log;
        coarse = options.coarse;
        Limits.set(options);
        Records.start(options.out.equals("native") ? new Out() : new FileSink(options.out));
        if (!hooked) {
            Drain.endAtShutdown();
            hooked = true;
        }
        Clock.start();
        new Drain(options.interval).start();
        machine = vm;
        transformer = new Transformer(new Select(options.classes));
        vm.addTransformer(transformer, true);
        if (late) {
            transformer.transformLoaded(vm);
        }
    }

    /** Stops the rewriting of classes. Probes in rewritten classes do nothing until another recording starts. */
    static synchronized void end() {
        if (transformer != null) {
            machine.removeTransformer(transformer);
            transformer = null;
        }
    }
}
