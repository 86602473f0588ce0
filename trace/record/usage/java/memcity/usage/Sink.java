package memcity.usage;

import java.io.IOException;

/** Receives complete records, from one thread at a time. It must not keep the array. */
interface Sink {
    void write(byte[] bytes, int length) throws IOException;
}
