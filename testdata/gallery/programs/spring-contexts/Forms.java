package com.acme.forms;

import com.acme.gallery.Point;
import java.io.IOException;
import org.springframework.context.support.GenericApplicationContext;

/** Makes a Spring context for each request and does not close it: its shutdown hook keeps it. */
public final class Forms {
    public static final class Validator {
        boolean valid(String form) {
            return !form.isEmpty();
        }
    }

    static boolean request(int n) {
        GenericApplicationContext context = new GenericApplicationContext();
        context.registerBean(Validator.class);
        context.refresh();
        context.registerShutdownHook();
        return context.getBean(Validator.class).valid("form " + n);
    }

    public static void main(String[] args) throws IOException {
        java.util.logging.LogManager.getLogManager().reset();
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 15; i++) {
                request(n++);
            }
            Point.next();
        }
        Runtime.getRuntime().halt(0);
    }
}
