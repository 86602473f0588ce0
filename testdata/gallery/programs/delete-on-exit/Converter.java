package com.acme.pdf;

import com.acme.gallery.Point;
import java.io.File;
import java.io.IOException;

/** Registers temporary files for deletion, and deletes them at once: the names stay. */
public final class Converter {
    static void convert(int n) throws IOException {
        File file = new File("converted-document-" + n + ".pdf");
        file.deleteOnExit();
        file.delete();
    }

    public static void main(String[] args) throws IOException {
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 1000; i++) {
                convert(n++);
            }
            Point.next();
        }
        Runtime.getRuntime().halt(0);
    }
}
