package memcity.usage;

import java.io.IOException;

/** Takes whole records. It is called by one thread at a time, and keeps nothing of the array. */
interface Sink {
    void write(byte[] bytes, int length) throws IOException;
}
