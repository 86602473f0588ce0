package memcity.usage;

import java.util.HashMap;
import java.util.Map;
import memcity.usage.asm.ClassReader;

/** The sizes of a method's code. In a class file they follow the instructions, but a visitor needs them before. */
final class Code {
    final int locals;
    final int length;

    private Code(int locals, int length) {
        this.locals = locals;
        this.length = length;
    }

    /** Returns the sizes of all methods with code, by name and descriptor. */
    static Map<String, Code> of(ClassReader file) {
        Map<String, Code> all = new HashMap<>();
        char[] buffer = new char[file.getMaxStringLength()];
        int p = file.header + 6;
        p += 2 + 2 * file.readUnsignedShort(p);
        int fields = file.readUnsignedShort(p);
        p += 2;
        for (int i = 0; i < fields; i++) {
            p = attributes(file, p + 6, buffer, null, null);
        }
        int methods = file.readUnsignedShort(p);
        p += 2;
        for (int i = 0; i < methods; i++) {
            p = attributes(file, p + 6, buffer, file.readUTF8(p + 2, buffer) + file.readUTF8(p + 4, buffer), all);
        }
        return all;
    }

    /** Reads the attributes of a field or method and returns the offset of their end. */
    private static int attributes(ClassReader file, int p, char[] buffer, String method, Map<String, Code> all) {
        int n = file.readUnsignedShort(p);
        p += 2;
        for (int i = 0; i < n; i++) {
            if (method != null && file.readUTF8(p, buffer).equals("Code")) {
                all.put(method, new Code(file.readUnsignedShort(p + 8), file.readInt(p + 10)));
            }
            p += 6 + file.readInt(p + 2);
        }
        return p;
    }
}
