package com.example.trial;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Leaks: a driver of every redeployed application stays registered, and with it its class loader. */
public class ClassLoaders {
    public static class Driver implements Runnable {
        static final byte[] TABLE = new byte[20000];

        public void run() { TABLE[0]++; }
    }

    static class DriverManager {
        private static final List<Runnable> registered = new ArrayList<>();

        static void register(Runnable driver) { registered.add(driver); }
    }

    static void deploy() throws Exception {
        URL here = ClassLoaders.class.getProtectionDomain().getCodeSource().getLocation();
        URLClassLoader loader = new URLClassLoader(new URL[] {here}, ClassLoader.getPlatformClassLoader());
        DriverManager.register((Runnable) loader.loadClass("com.example.trial.ClassLoaders$Driver").getConstructor().newInstance());
    }

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 5; i++) deploy();
            Dump.now(args[0]);
        }
    }
}
