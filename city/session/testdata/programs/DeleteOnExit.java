package com.example.trial;

import java.io.File;

/** Leaks: the JDK keeps the name of every file that is to be deleted at the end. */
public class DeleteOnExit {
    static class Uploads {
        private int number;

        void receive() { new File("/tmp/memcity-trial-upload-that-does-not-exist-" + number++).deleteOnExit(); }
    }

    public static void main(String[] args) throws Exception {
        Uploads uploads = new Uploads();
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 2500; i++) uploads.receive();
            Dump.now(args[0]);
        }
        Runtime.getRuntime().halt(0);
    }
}
