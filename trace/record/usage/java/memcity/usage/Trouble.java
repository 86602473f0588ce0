package memcity.usage;

/** Counts errors and stores the first reason of each kind. The program never sees them. */
final class Trouble {
    static final Trouble PROBES = new Trouble("probes ended by an error"), CLASSES = new Trouble("classes left as they were"),
            HANDLES = new Trouble("method references left as they were"), OUTPUT = new Trouble("writes that went wrong");

    private final String what;
    private long count;
    private long reported;
    private String first;

    private Trouble(String what) {
        this.what = what;
    }

    /** May be called when stack or memory is exhausted. */
    void count(String where, Throwable t) {
        try {
            synchronized (this) {
                count++;
                if (first == null) {
                    StackTraceElement[] at = t.getStackTrace();
                    first = (where == null ? "" : where + ": ") + t + (at.length > 0 ? " at " + at[0] : "");
                }
            }
        } catch (Throwable again) {
            // Not even the count is possible.
        }
    }

    void count(String where, String reason) {
        synchronized (this) {
            count++;
            if (first == null) {
                first = where + ": " + reason;
            }
        }
    }

    private synchronized String text() {
        if (count == reported) {
            return null;
        }
        reported = count;
        return count + " " + what + ", the first: " + first;
    }

    /** Writes the counts since the last call. */
    static void write() {
        for (Trouble t : new Trouble[] {PROBES, CLASSES, HANDLES, OUTPUT}) {
            String text = t.text();
            if (text != null) {
                Records.trouble(text);
            }
        }
    }
}
