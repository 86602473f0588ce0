package memcity.usage;

import java.util.HashMap;
import java.util.Map;
import memcity.usage.asm.ClassVisitor;
import memcity.usage.asm.Handle;
import memcity.usage.asm.MethodVisitor;
import memcity.usage.asm.Opcodes;

/** The changes to a class, determined by reading the class once before it is written. */
final class Plan {
    /** The length of the longest code that HotSpot compiles, in bytes. */
    private static final int LONGEST_COMPILED = 8000;
    /** Maximum size of a probe's code, and usual size, in bytes. */
    private static final int PROBE = 60, USUAL = 12;

    final Types types;
    private final Map<String, Code> codes;
    /** True if the class is already loaded: no methods can be added. */
    final boolean loaded;
    private final Map<String, Integer> probes = new HashMap<>();
    boolean isInterface;
    int version;
    String className;
    String source;

    Plan(Types types, Map<String, Code> codes, boolean loaded) {
        this.types = types;
        this.codes = codes;
        this.loaded = loaded;
    }

    boolean hasProbes() {
        return !probes.isEmpty();
    }

    /** Returns the number of locals of a method that gets probes; -1 if it gets none. */
    int locals(String method) {
        Integer bytes = probes.get(method);
        Code code = codes.get(method);
        if (bytes == null || code == null) {
            return -1;
        }
        if (code.length < LONGEST_COMPILED && code.length + bytes >= LONGEST_COMPILED) {
            Trouble.CLASSES.count(className + "." + method, "with probes it would be too long to be compiled");
            return -1;
        }
        return code.locals;
    }

    /** Returns the probe after a call; null for none. */
    Ops.Op op(int opcode, String owner, String name, String descriptor) {
        String shortened = Ops.shorten(name, descriptor);
        if (opcode == Opcodes.INVOKESTATIC) {
            return Ops.ofStatic(owner, shortened);
        }
        return opcode != Opcodes.INVOKESPECIAL && Ops.any(shortened) ? Ops.of(types.types(owner), shortened) : null;
    }

    /** Reports whether objects of an instantiated class are collections or maps. */
    boolean isCollection(String type) {
        int t = types.types(type);
        return t != Types.UNKNOWN && (t & (Ops.COLLECTION | Ops.MAP)) != 0;
    }

    /** Reports whether a method reference is replaced. */
    boolean takes(Handle h) {
        switch (h.getTag()) {
            case Opcodes.H_NEWINVOKESPECIAL:
                return isCollection(h.getOwner());
            case Opcodes.H_INVOKEINTERFACE:
            case Opcodes.H_INVOKEVIRTUAL:
                return op(Opcodes.INVOKEVIRTUAL, h.getOwner(), h.getName(), h.getDesc()) != null;
            case Opcodes.H_INVOKESTATIC:
                return op(Opcodes.INVOKESTATIC, h.getOwner(), h.getName(), h.getDesc()) != null;
            default:
                return false;
        }
    }

    ClassVisitor scan() {
        return new ClassVisitor(Opcodes.ASM9) {
            @Override
            public void visit(int v, int access, String name, String signature, String superName, String[] interfaces) {
                version = v & 0xffff;
                className = name;
                isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                return scan(name + descriptor);
            }
        };
    }

    private MethodVisitor scan(String method) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean itf) {
                Ops.Op op = op(opcode, owner, name, descriptor);
                if (op != null) {
                    probes.merge(method, op.arguments == null ? USUAL : PROBE, Integer::sum);
                } else if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>") && isCollection(owner)) {
                    probes.merge(method, USUAL, Integer::sum);
                }
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
                if (MethodReference.isReplaceable(bootstrap, arguments) && takes((Handle) arguments[1])) {
                    probes.merge(method, 0, Integer::sum);
                }
            }
        };
    }
}
