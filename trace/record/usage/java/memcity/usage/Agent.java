package memcity.usage;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;

/**
 * What the VM starts. The manifest puts the jar on the boot class path, where every class of the program finds the probes. If the jar has
 * another name than there, this class does, which then is the only one that is loaded from the class path. A VM that shares
 * classes warns of that. It is compiled for Java 8, so that an older VM starts the program all the same.
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
