package com.acme.proxy;

import com.acme.gallery.Point;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtNewMethod;

/** Generates classes and forgets them, but the pool keeps what each was made from. */
public final class Proxies {
    static byte[] make(int n) throws Exception {
        ClassPool pool = ClassPool.getDefault();
        CtClass made = pool.makeClass("com.acme.proxy.gen.Price" + n);
        made.addMethod(CtNewMethod.make("public int price(int x) { return x * " + n + "; }", made));
        return made.toBytecode();
    }

    public static void main(String[] args) throws Exception {
        int n = 0;
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 60; i++) {
                make(n++);
            }
            Point.next();
        }
    }
}
