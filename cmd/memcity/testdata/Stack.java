import java.lang.management.ManagementFactory;
import com.sun.management.HotSpotDiagnosticMXBean;

/** Pushes and pops many objects, then a tenth of them. The buggy stack keeps what was popped until it is overwritten. */
public class Stack {
    static class TestObject { }

    static Object[] elements = new Object[16];
    static int size;
    static boolean fixed;

    static void push(Object o) {
        if (size == elements.length) elements = java.util.Arrays.copyOf(elements, 2 * size);
        elements[size++] = o;
    }
    static void pop() {
        size--;
        if (fixed) elements[size] = null;
    }
    static void pushAndPop(int n) {
        for (int i = 0; i < n; i++) push(new TestObject());
        while (size > 0) pop();
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        fixed = args[1].equals("fixed");
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        pushAndPop(n);
        bean.dumpHeap("1.hprof", true);
        pushAndPop(n / 10);
        bean.dumpHeap("2.hprof", true);
    }
}
