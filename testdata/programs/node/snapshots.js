// Writes heap snapshots of the program into its working folder.
'use strict';
const v8 = require('node:v8');

let written = 0;

/** Writes the next snapshot. V8 collects all garbage first. */
exports.write = function () {
  written++;
  v8.writeHeapSnapshot(`${written}.heapsnapshot`);
};
