package com.example.trial;

/** Leaks: every state of the game holds the one before it. */
public class UndoChain {
    static class State {
        final State previous;
        final byte[] board = new byte[361];

        State(State previous) { this.previous = previous; }
    }

    static class Game {
        State current;

        void move() { current = new State(current); }
    }

    static Game game = new Game();

    public static void main(String[] args) throws Exception {
        for (int dump = 0; dump < 6; dump++) {
            for (int i = 0; i < 2000; i++) game.move();
            Dump.now(args[0]);
        }
    }
}
