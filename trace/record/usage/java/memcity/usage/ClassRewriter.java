package memcity.usage;

import java.util.ArrayList;
import java.util.List;
import memcity.usage.asm.ClassVisitor;
import memcity.usage.asm.Handle;
import memcity.usage.asm.MethodVisitor;
import memcity.usage.asm.Opcodes;
import memcity.usage.asm.Type;

/** Writes a class with probes, and with methods that replace method references. */
final class ClassRewriter extends ClassVisitor {
    private final Plan plan;
    private final List<MethodReference> references = new ArrayList<>();
    private String file;

    ClassRewriter(ClassVisitor to, Plan plan) {
        super(Opcodes.ASM9, to);
        this.plan = plan;
    }

    @Override
    public void visitSource(String source, String debug) {
        file = source;
        super.visitSource(source, debug);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
        int locals = plan.locals(name + descriptor);
        return locals < 0 ? to : new MethodRewriter(to, this, plan, name, locals);
    }

    @Override
    public void visitEnd() {
        for (MethodReference r : references) {
            MethodVisitor to = super.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, r.name, r.descriptor,
                    null, null);
            r.write(new MethodRewriter(to, this, plan, r.in, r.locals()));
        }
        super.visitEnd();
    }

    /** Returns the replacement of a method reference. */
    MethodReference reference(Handle handle, Type[] captured, String in, int line) {
        MethodReference r = new MethodReference(references.size(), handle, captured, in, line);
        references.add(r);
        return r;
    }

    /** Returns the number of a place in the source, whose text is written as in stack traces. */
    int site(String method, int line) {
        String place = file == null ? "Unknown Source" : line > 0 ? file + ":" + line : file;
        return Names.site(plan.className.replace('/', '.') + "." + method + "(" + place + ")");
    }
}
