package com.example.trial;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Leaks: after an error connections are not given back to the pool. */
public class Pool {
    static class Connection {
        final byte[] buffer = new byte[4096];
        final Statement statement = new Statement(this);
    }

    static class Statement {
        final Connection connection;

        Statement(Connection c) { connection = c; }
    }

    static class ConnectionPool {
        private final ArrayDeque<Connection> idle = new ArrayDeque<>();
        private final Set<Connection> inUse = Collections.synchronizedSet(new HashSet<>());

        Connection borrow() {
            Connection c = idle.isEmpty() ? new Connection() : idle.pop();
            inUse.add(c);
            return c;
        }

        void giveBack(Connection c) {
            inUse.remove(c);
            idle.push(c);
        }
    }

    public static void main(String[] args) throws Exception {
        ConnectionPool pool = new ConnectionPool(); // held by a local variable alone
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 1000; i++) {
                Connection c = pool.borrow();
                if (i % 10 != 0) pool.giveBack(c);
            }
            Dump.now(args[0]);
        }
        pool.borrow();
    }
}
