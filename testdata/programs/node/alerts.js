// A weather service: sensors report temperatures, and each visitor's page shows warnings while it is open.
'use strict';
const EventEmitter = require('node:events');
const snapshots = require('./snapshots');

class Sensor extends EventEmitter {
  report(temperature) {
    this.emit('temperature', temperature);
  }
}

const sensor = new Sensor();
sensor.setMaxListeners(0);

class Page {
  constructor(visitor, limit) {
    this.visitor = visitor;
    this.limit = limit;
    this.lines = [];
    this.listener = temperature => this.warn(temperature);
    sensor.on('temperature', this.listener);
  }

  warn(temperature) {
    if (temperature > this.limit) {
      this.lines.push({ temperature, limit: this.limit });
    }
  }

  close() {
    this.lines.length = 0;
  }
}

const open = [];
let visitors = 0;
for (let point = 0; point < 6; point++) {
  for (let i = 0; i < 400; i++) {
    open.push(new Page(visitors++, 20 + visitors % 15));
    if (open.length > 30) {
      open.shift().close();
    }
    if (i % 100 === 0) {
      sensor.report(25);
    }
  }
  snapshots.write();
}
