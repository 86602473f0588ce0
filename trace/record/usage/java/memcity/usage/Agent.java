package memcity.usage;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;

/**
 * The entry point for the VM. The manifest puts the jar on the boot class path, where every class of the program finds the probes. If the
 * jar has been renamed, this class adds it to the boot class path. It is then the only class that is loaded from the class path. A VM with
 * class data sharing prints a warning about that. This class is compiled for Java 8, so that an older VM still starts the program.
 */
public final class Agent {
    private Agent() {}

    public static void premain(String options, Instrumentation vm) {
        start(options, vm, false);
    }

    public static void agentmain(String options, Instrumentation vm) {
        start(options, vm, true);
    }

    private static void start(String options, Instrumentation vm, boolean late) {
        try {
            if (Agent.class.getClassLoader() != null) {
                File jar = new File(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
                vm.appendToBootstrapClassLoaderSearch(new JarFile(jar));
            }
            Class.forName("memcity.usage.Start", true, null)
                    .getMethod("start", String.class, Instrumentation.class, boolean.class)
                    .invoke(null, options, vm, late);
        } catch (UnsupportedClassVersionError e) {
            System.err.println("memcity: collections are not recorded: this takes Java 11 or later");
        } catch (Throwable t) {
            System.err.println("memcity: collections are not recorded: " + (t.getCause() == null ? t : t.getCause()));
        }
    }
}
