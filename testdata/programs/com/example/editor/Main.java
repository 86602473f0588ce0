package com.example.editor;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;

/** An editor: one document after the other is opened, looked at, and closed. */
public final class Main {
    private static final int POINTS = 6;
    private static final int PER_POINT = 30;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("editor", 60);
        RingLog log = new RingLog(40);
        History history = new History();
        long time = 0;
        for (int point = 0; point < POINTS; point++) {
            for (int i = 0; i < PER_POINT; i++) {
                Document document = new Document("document " + ++time, 3000 + 40 * (i % 20));
                log.log("length " + document.length());
                history.add(document.close(time));
            }
            log.log(history.last());
            Dumps.next();
        }
        log.log(settings.get("editor.option-1"));
    }
}
