package com.example.plugins;

import java.io.IOException;
import java.io.InputStream;

/** Loads the classes of one plug-in anew, and leaves all others to the host. */
final class PluginClassLoader extends ClassLoader {
    private final String prefix;

    PluginClassLoader(String prefix) {
        super(PluginClassLoader.class.getClassLoader());
        this.prefix = prefix;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(prefix)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream code = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = code.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
