package memcity.usage;

import java.io.FileOutputStream;
import java.io.IOException;

/** Writes records to a file. It stops after an error, as a partial record could be misread as another one. */
final class FileSink implements Sink {
    private FileOutputStream file;

    FileSink(String path) throws IOException {
        file = new FileOutputStream(path);
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        if (file == null) {
            return;
        }
        FileOutputStream to = file;
        file = null;
        to.write(bytes, 0, length);
        file = to;
    }
}
