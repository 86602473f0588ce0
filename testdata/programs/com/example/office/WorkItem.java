package com.example.office;

/** A piece of work that waits in the queue with its data. */
final class WorkItem {
    final Session session;
    final byte[] data;

    WorkItem(Session session, int size) {
        this.session = session;
        data = new byte[size];
    }
}
