package memcity.usage;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.regex.Pattern;

/** Selects the classes to rewrite. */
final class Select {
    /** Packages of the JDK, of this agent and of others. They are never rewritten, whichever loader loads them. */
    private static final String[] NEVER = {"java/", "jdk/internal/", "sun/", "memcity/usage/"};
    private static final String[] JDK = {"javax/", "jdk/", "com/sun/", "org/graalvm/"};
    private static final String[] AGENTS = {"org/aspectj/", "net/bytebuddy/", "org/jacoco/", "com/newrelic/", "com/dynatrace/", "datadog/",
        "io/opentelemetry/javaagent/", "co/elastic/apm/", "com/appdynamics/", "org/mockito/", "com/intellij/rt/", "com/jprofiler/",
        "com/yourkit/", "kotlinx/coroutines/debug/", "org/glowroot/", "com/contrastsecurity/", "one/profiler/", "org/hotswap/"};
    /** Folders of libraries, as parts of paths. */
    private static final String[] LIBRARIES = {"/lib/", "/libs/", "/.m2/", "/.gradle/", "/.ivy2/", "-INF/lib/", "/lib-provided/",
        "/usr/share/java/"};

    private final boolean own;
    private final Pattern pattern;

    /** Takes own, all, or patterns of class names separated by semicolons, with * for any text. */
    Select(String classes) {
        own = classes.equals("own");
        pattern = own || classes.equals("all") ? null : Pattern.compile(expression(classes));
    }

    private static String expression(String globs) {
        StringBuilder b = new StringBuilder();
        for (String glob : globs.split("[;,]")) {
            b.append(b.length() > 0 ? "|" : "").append("\\Q").append(glob.replace("*", "\\E.*\\Q")).append("\\E");
        }
        return b.toString();
    }

    boolean has(ClassLoader loader, String name, ProtectionDomain domain) {
        if (name == null || loader == null || starts(name, NEVER) || name.startsWith("java/")
                || loader.getClass().getName().equals("jdk.internal.reflect.DelegatingClassLoader") || isPlatform(loader)) {
            return false;
        }
        if (pattern != null) {
            return pattern.matcher(name.replace('/', '.')).matches();
        }
        return !starts(name, JDK) && !starts(name, AGENTS) && (!own || isOwn(domain));
    }

    private static boolean isPlatform(ClassLoader loader) {
        return loader.getClass().getName().equals("jdk.internal.loader.ClassLoaders$PlatformClassLoader");
    }

    private static boolean starts(String name, String[] prefixes) {
        for (String p : prefixes) {
            if (name.startsWith(p)) {
                return true;
            }
        }
        return false;
    }

    /** Reports whether classes come from a folder, or from a jar outside the folders of libraries. */
    private static boolean isOwn(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL url = source == null ? null : source.getLocation();
        if (url == null) {
            return false;
        }
        String path = url.getPath().replace('\\', '/');
        if (!path.contains(".jar")) {
            return true;
        }
        for (String folder : LIBRARIES) {
            if (path.contains(folder)) {
                return false;
            }
        }
        return true;
    }
}
