package com.acme.server;

import com.acme.gallery.Point;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** A server whose application is deployed again and again, each time by a class loader of its own. */
public final class Host {
    static final class AppLoader extends URLClassLoader {
        AppLoader(URL classes) {
            super(new URL[] {classes}, Host.class.getClassLoader());
        }
    }

    static void deployAndUndeploy(URL classes) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (AppLoader loader = new AppLoader(classes)) {
            thread.setContextClassLoader(loader);
            ((Runnable) loader.loadClass("com.acme.shop.App").getConstructor().newInstance()).run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    public static void main(String[] args) throws Exception {
        URL classes = Path.of(System.getProperty("app")).toUri().toURL();
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 4; i++) {
                deployAndUndeploy(classes);
            }
            System.gc();
            Point.next();
        }
    }
}
