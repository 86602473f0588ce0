package memcity.usage;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import memcity.usage.asm.ClassReader;
import memcity.usage.asm.ClassWriter;

/** Rewrites classes when they are loaded. A class that cannot be rewritten stays unchanged. */
final class Transformer implements ClassFileTransformer {
    /** Number of loaded classes that are rewritten together. Each batch is a pause. */
    private static final int BATCH = 32;

    private final Select select;

    Transformer(Select select) {
        this.select = select;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> loaded, ProtectionDomain domain, byte[] bytes) {
        try {
            return select.has(loader, name, domain) ? rewrite(loader, loaded != null, bytes) : null;
        } catch (Throwable t) {
            Trouble.CLASSES.count(name, t);
            return null;
        }
    }

    /** Returns the class with probes; null if it needs none. */
    private static byte[] rewrite(ClassLoader loader, boolean loaded, byte[] bytes) {
        ClassReader file = new ClassReader(bytes);
        Types types = Types.of(loader);
        types.define(file.getClassName(), file.getSuperName(), file.getInterfaces());
        Plan plan = new Plan(types, Code.of(file), loaded);
        file.accept(plan.scan(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        if (!plan.hasProbes()) {
            return null;
        }
        ClassWriter to = new ClassWriter(file, ClassWriter.COMPUTE_MAXS);
        file.accept(new ClassRewriter(to, plan), 0);
        return to.toByteArray();
    }

    /** Rewrites the classes that are already loaded. */
    void transformLoaded(Instrumentation vm) {
        List<Class<?>> batch = new ArrayList<>();
        for (Class<?> c : vm.getAllLoadedClasses()) {
            if (!c.isArray() && vm.isModifiableClass(c)
                    && select.has(c.getClassLoader(), c.getName().replace('.', '/'), c.getProtectionDomain())) {
                batch.add(c);
            }
            if (batch.size() == BATCH) {
                retransform(vm, batch);
            }
        }
        retransform(vm, batch);
    }

    private static void retransform(Instrumentation vm, List<Class<?>> batch) {
        if (batch.isEmpty()) {
            return;
        }
        try {
            vm.retransformClasses(batch.toArray(new Class<?>[0]));
        } catch (Throwable all) {
            for (Class<?> c : batch) {
                try {
                    vm.retransformClasses(c);
                } catch (Throwable t) {
                    Trouble.CLASSES.count(c.getName(), t);
                }
            }
        }
        batch.clear();
    }
}
