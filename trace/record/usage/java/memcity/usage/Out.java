package memcity.usage;

/** Where records go if the native agent takes them, which binds the method. */
final class Out implements Sink {
    static native void send(byte[] bytes, int length);

    @Override
    public void write(byte[] bytes, int length) {
        send(bytes, length);
    }
}
