package memcity.usage;

import memcity.usage.asm.Handle;
import memcity.usage.asm.Label;
import memcity.usage.asm.MethodVisitor;
import memcity.usage.asm.Opcodes;
import memcity.usage.asm.Type;

/** A method with the effect of a method reference such as list::add, as if it had been written as a lambda expression. */
final class MethodReference {
    private static final int SERIALIZABLE = 1;

    final String name;
    final String descriptor;
    /** The method that contains the reference, and its line. */
    final String in;
    private final int line;
    private final Handle handle;
    private final Type[] arguments;

    MethodReference(int number, Handle handle, Type[] captured, String in, int line) {
        this.handle = handle;
        this.in = in;
        this.line = line;
        name = "memcity$" + number;
        boolean makes = handle.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        Type owner = Type.getObjectType(handle.getOwner());
        Type[] own = Type.getArgumentTypes(handle.getDesc());
        boolean receiver = !makes && handle.getTag() != Opcodes.H_INVOKESTATIC;
        arguments = new Type[own.length + (receiver ? 1 : 0)];
        System.arraycopy(own, 0, arguments, receiver ? 1 : 0, own.length);
        if (receiver) {
            arguments[0] = owner;
        }
        // Captured arguments have exactly the types that are captured.
        System.arraycopy(captured, 0, arguments, 0, captured.length);
        descriptor = Type.getMethodDescriptor(makes ? owner : Type.getReturnType(handle.getDesc()), arguments);
    }

    /** Reports whether a call creates a lambda object for a method, and the object is not serializable. */
    static boolean isReplaceable(Handle bootstrap, Object[] arguments) {
        return bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory") && arguments.length >= 3 && arguments[1] instanceof Handle
                && (bootstrap.getName().equals("metafactory") || bootstrap.getName().equals("altMetafactory")
                        && arguments.length >= 4 && ((Integer) arguments[3] & SERIALIZABLE) == 0);
    }

    Handle handle(Plan plan) {
        return new Handle(Opcodes.H_INVOKESTATIC, plan.className, name, descriptor, plan.isInterface);
    }

    int locals() {
        int n = 0;
        for (Type t : arguments) {
            n += t.getSize();
        }
        return n;
    }

    void write(MethodVisitor to) {
        to.visitCode();
        Label start = new Label();
        to.visitLabel(start);
        if (line > 0) {
            to.visitLineNumber(line, start);
        }
        boolean makes = handle.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        if (makes) {
            to.visitTypeInsn(Opcodes.NEW, handle.getOwner());
            to.visitInsn(Opcodes.DUP);
        }
        int local = 0;
        for (Type t : arguments) {
            to.visitVarInsn(t.getOpcode(Opcodes.ILOAD), local);
            local += t.getSize();
        }
        to.visitMethodInsn(opcode(), handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
        to.visitInsn(makes ? Opcodes.ARETURN : Type.getReturnType(handle.getDesc()).getOpcode(Opcodes.IRETURN));
        to.visitMaxs(0, 0);
        to.visitEnd();
    }

    private int opcode() {
        switch (handle.getTag()) {
            case Opcodes.H_INVOKEINTERFACE:
                return Opcodes.INVOKEINTERFACE;
            case Opcodes.H_INVOKESTATIC:
                return Opcodes.INVOKESTATIC;
            case Opcodes.H_NEWINVOKESPECIAL:
                return Opcodes.INVOKESPECIAL;
            default:
                return Opcodes.INVOKEVIRTUAL;
        }
    }
}
