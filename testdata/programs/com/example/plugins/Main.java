package com.example.plugins;

import com.example.config.Settings;
import com.example.dump.Dumps;
import com.example.log.RingLog;

/** A host whose plug-in is loaded anew every now and then. */
public final class Main {
    private static final int POINTS = 6;
    private static final int PER_POINT = 6;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings("plugins", 60);
        RingLog log = new RingLog(40);
        Host host = new Host();
        for (int point = 0; point < POINTS; point++) {
            for (int i = 0; i < PER_POINT; i++) {
                host.reload();
                log.log(host.ask("number " + i));
            }
            Dumps.next();
        }
        log.log(settings.get("plugins.option-1"));
    }
}
