package memcity.usage;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.Map;

/** Looks for the probe of each row of the tables of calls. */
public class Probes {
    public static void main(String[] args) throws Exception {
        int n = 0;
        for (Field f : Ops.class.getDeclaredFields()) {
            if (f.getType() != Map.class) {
                continue;
            }
            f.setAccessible(true);
            for (Map.Entry<?, ?> e : ((Map<?, ?>) f.get(null)).entrySet()) {
                check((String) e.getKey(), (Ops.Op) e.getValue(), f.getName().equals("STATICS"));
                n++;
            }
        }
        System.out.println("all of " + n);
    }

    private static void check(String method, Ops.Op op, boolean isStatic) throws Exception {
        String arguments = method.substring(method.indexOf('(') + 1, method.indexOf(')'));
        String result = method.substring(method.indexOf(')') + 1);
        StringBuilder d = new StringBuilder("(").append(isStatic || op.resultOnly ? "" : "L");
        for (int i = 0; i < arguments.length() && !op.resultOnly; i++) {
            if (op.arguments == null && arguments.length() + (isStatic ? 0 : 1) > 2) {
                throw new IllegalStateException(method + ": which arguments?");
            }
            d.append(op.arguments == null || op.arguments.indexOf('0' + i) >= 0 ? arguments.charAt(i) : "");
        }
        d.append(result.equals("V") ? "" : result).append("I)V");
        String descriptor = d.toString().replaceAll("[L\\[]", "Ljava/lang/Object;");
        Class<?>[] types = MethodType.fromMethodDescriptorString(descriptor, null).parameterArray();
        Class.forName(op.owner.replace('/', '.')).getMethod(op.name, types);
    }
}
