package memcity.usage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import memcity.usage.asm.Handle;
import memcity.usage.asm.Label;
import memcity.usage.asm.MethodVisitor;
import memcity.usage.asm.Opcodes;
import memcity.usage.asm.Type;

/**
 * Adds probes after calls, which stay unchanged. Receiver and arguments are duplicated on the stack before a call, or stored in new locals
 * that are null afterwards. The added code has no branches, so the stack map frames of the class file stay valid.
 */
final class MethodRewriter extends MethodVisitor {
    private static final String OBJECT = "Ljava/lang/Object;";

    private final ClassRewriter to;
    private final Plan plan;
    private final String method;
    private final int firstLocal;
    private final ArrayDeque<New> news = new ArrayDeque<>();
    private int line;
    /** True if the last instruction was NEW. */
    private boolean afterNew;
    /** True if the last two were NEW and DUP. */
    private boolean afterDup;

    MethodRewriter(MethodVisitor code, ClassRewriter to, Plan plan, String method, int locals) {
        super(Opcodes.ASM9, code);
        this.to = to;
        this.plan = plan;
        this.method = method;
        this.firstLocal = locals;
    }

    /** An object that is not initialized yet. */
    private static final class New {
        final String type;
        boolean duplicated;

        New(String type) {
            this.type = type;
        }
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
        super.visitLineNumber(number, start);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        afterNew = opcode == Opcodes.NEW;
        afterDup = false;
        if (afterNew) {
            news.push(new New(type));
        }
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitInsn(int opcode) {
        if (afterDup && opcode >= Opcodes.POP && opcode <= Opcodes.SWAP) {
            news.peek().duplicated = false;
        }
        afterDup = afterNew && opcode == Opcodes.DUP;
        if (afterDup) {
            news.peek().duplicated = true;
        }
        afterNew = false;
        super.visitInsn(opcode);
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        if (afterDup && opcode == Opcodes.ASTORE) {
            news.peek().duplicated = false;
        }
        afterNew = false;
        afterDup = false;
        super.visitVarInsn(opcode, local);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean itf) {
        afterNew = false;
        afterDup = false;
        if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
            visitConstructor(owner, descriptor, itf);
            return;
        }
        Ops.Op op = plan.op(opcode, owner, name, descriptor);
        if (op == null) {
            super.visitMethodInsn(opcode, owner, name, descriptor, itf);
            return;
        }
        List<Type> operands = operands(opcode, descriptor);
        Type result = Type.getReturnType(descriptor);
        Runnable call = () -> super.visitMethodInsn(opcode, owner, name, descriptor, itf);
        if (op.resultOnly) {
            call.run();
            super.visitInsn(Opcodes.DUP);
            probe(op, "(" + OBJECT);
        } else if (op.arguments == null && operands.size() <= 2) {
            onStack(op, operands, result, call);
        } else {
            inLocals(op, opcode == Opcodes.INVOKESTATIC, operands, result, call);
        }
    }

    private void visitConstructor(String owner, String descriptor, boolean itf) {
        boolean on = !news.isEmpty() && news.peek().type.equals(owner) && news.pop().duplicated && plan.isCollection(owner);
        boolean copies = on && copies(descriptor);
        if (copies) {
            super.visitInsn(Opcodes.DUP);
            super.visitVarInsn(Opcodes.ASTORE, firstLocal);
        }
        super.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", descriptor, itf);
        if (!on) {
            return;
        }
        super.visitInsn(Opcodes.DUP);
        if (copies) {
            super.visitVarInsn(Opcodes.ALOAD, firstLocal);
            probe("memcity/usage/Probe", "copied", "(" + OBJECT + OBJECT);
            clear(firstLocal);
        } else {
            probe("memcity/usage/Probe", "made", "(" + OBJECT);
        }
    }

    /** Reports whether a constructor takes exactly one argument, which may be a collection of java.util or a map. */
    private static boolean copies(String descriptor) {
        return descriptor.startsWith("(Ljava/util/") && !descriptor.equals("(Ljava/util/Comparator;)V")
                && descriptor.indexOf(';') == descriptor.length() - 3;
    }

    private static List<Type> operands(int opcode, String descriptor) {
        List<Type> operands = new ArrayList<>();
        if (opcode != Opcodes.INVOKESTATIC) {
            operands.add(Type.getType(Object.class));
        }
        for (Type t : Type.getArgumentTypes(descriptor)) {
            operands.add(t);
        }
        return operands;
    }

    /** Passes one or two operands on the stack, none of them long. They stay below the result until the probe takes them. */
    private void onStack(Ops.Op op, List<Type> operands, Type result, Runnable call) {
        boolean two = operands.size() == 2;
        super.visitInsn(two ? Opcodes.DUP2 : Opcodes.DUP);
        call.run();
        StringBuilder descriptor = new StringBuilder("(");
        for (Type t : operands) {
            descriptor.append(erased(t));
        }
        if (result != Type.VOID_TYPE) {
            super.visitInsn(two ? Opcodes.DUP_X2 : Opcodes.DUP_X1);
            descriptor.append(erased(result));
        }
        probe(op, descriptor.toString());
    }

    private void inLocals(Ops.Op op, boolean isStatic, List<Type> operands, Type result, Runnable call) {
        int[] locals = new int[operands.size()];
        int next = firstLocal;
        for (int i = 0; i < locals.length; i++) {
            locals[i] = next;
            next += operands.get(i).getSize();
        }
        for (int i = locals.length - 1; i >= 0; i--) {
            super.visitVarInsn(operands.get(i).getOpcode(Opcodes.ISTORE), locals[i]);
        }
        for (int i = 0; i < locals.length; i++) {
            super.visitVarInsn(operands.get(i).getOpcode(Opcodes.ILOAD), locals[i]);
        }
        call.run();
        StringBuilder descriptor = new StringBuilder("(");
        if (result != Type.VOID_TYPE) {
            super.visitInsn(Opcodes.DUP);
            super.visitVarInsn(result.getOpcode(Opcodes.ISTORE), next);
        }
        for (int i = 0; i < locals.length; i++) {
            int argument = isStatic ? i : i - 1;
            if (argument < 0 || op.arguments.indexOf('0' + argument) >= 0) {
                super.visitVarInsn(operands.get(i).getOpcode(Opcodes.ILOAD), locals[i]);
                descriptor.append(erased(operands.get(i)));
            }
        }
        if (result != Type.VOID_TYPE) {
            super.visitVarInsn(result.getOpcode(Opcodes.ILOAD), next);
            descriptor.append(erased(result));
        }
        probe(op, descriptor.toString());
        for (int i = 0; i < locals.length; i++) {
            if (operands.get(i).getSort() >= Type.ARRAY) {
                clear(locals[i]);
            }
        }
        if (result.getSort() >= Type.ARRAY) {
            clear(next);
        }
    }

    private void clear(int local) {
        super.visitInsn(Opcodes.ACONST_NULL);
        super.visitVarInsn(Opcodes.ASTORE, local);
    }

    private static String erased(Type t) {
        return t.getSort() >= Type.ARRAY ? OBJECT : t.getDescriptor();
    }

    private void probe(Ops.Op op, String descriptor) {
        probe(op.owner, op.name, descriptor);
    }

    private void probe(String owner, String name, String descriptor) {
        int site = to.site(method, line);
        if (site <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, site);
        } else {
            super.visitLdcInsn(site);
        }
        super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor + "I)V", false);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        afterNew = false;
        afterDup = false;
        if (!MethodReference.isReplaceable(bootstrap, arguments) || !plan.takes((Handle) arguments[1])) {
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
            return;
        }
        if (plan.loaded) {
            Trouble.HANDLES.count(plan.className, "its class was loaded");
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
            return;
        }
        MethodReference r = to.reference((Handle) arguments[1], Type.getArgumentTypes(descriptor), method, line);
        Object[] changed = arguments.clone();
        changed[1] = r.handle(plan);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, changed);
    }

    // All other instructions end a sequence of NEW and DUP.

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        afterNew = false;
        afterDup = false;
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        afterNew = false;
        afterDup = false;
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        afterNew = false;
        afterDup = false;
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitLdcInsn(Object value) {
        afterNew = false;
        afterDup = false;
        super.visitLdcInsn(value);
    }
}
