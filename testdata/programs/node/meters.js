// A control room: meters are shown for a while, and each reads its value again and again.
'use strict';
const snapshots = require('./snapshots');

class Meter {
  constructor(number) {
    this.number = number;
    this.values = [];
    this.timer = setInterval(() => this.read(), 60000);
    this.read();
  }

  read() {
    for (let i = 0; i < 8; i++) {
      this.values.push((this.number + i) % 100);
    }
  }

  close() {
    this.values.length = 0;
  }
}

const shown = new Set();
let meters = 0;
for (let point = 0; point < 6; point++) {
  for (let i = 0; i < 400; i++) {
    shown.add(new Meter(meters++));
    if (shown.size > 25) {
      const [oldest] = shown;
      oldest.close();
      shown.delete(oldest);
    }
  }
  snapshots.write();
}
process.exit();
