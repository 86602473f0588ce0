package com.acme.gallery;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server for the programs that are HTTP clients: answers every request alike, and prints the port that it listens at. */
public final class Server {
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    private Server() {}

    public static void main(String[] args) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1000)) {
            System.out.println(server.getLocalPort());
            while (true) {
                Socket client = server.accept();
                Thread thread = new Thread(() -> answer(client));
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            InputStream in = client.getInputStream();
            int end = 0; // the last four bytes: a request ends with an empty line
            for (int b = in.read(); b >= 0; b = in.read()) {
                end = end << 8 | b;
                if (end == 0x0D0A0D0A) {
                    client.getOutputStream().write(ANSWER);
                }
            }
        } catch (IOException e) {
            // the client is gone
        }
    }
}
