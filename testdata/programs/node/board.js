// A board with notes: new notes are pinned to it, and old ones are taken off.
'use strict';

class Note {
  constructor(number) {
    this.number = number;
    this.element = document.createElement('section');
    this.element.innerHTML = `<h2>${number}</h2><p>text</p><button>done</button>`;
  }
}

class Board {
  constructor(element) {
    this.element = element;
    this.notes = [];
    this.pinned = 0;
  }

  pin() {
    const note = new Note(this.pinned++);
    this.notes.push(note);
    this.element.append(note.element);
    if (this.element.childElementCount > 20) {
      this.element.firstElementChild.remove();
    }
  }
}

const board = new Board(document.getElementById('board'));

/** Pins a number of notes. The recorder calls it between two snapshots. */
function work(notes) {
  for (let i = 0; i < notes; i++) {
    board.pin();
  }
}
