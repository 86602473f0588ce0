// Opens a page in headless Chromium, calls its function work, and writes heap snapshots into the working folder:
//   node record-page.js CHROMIUM PAGE POINTS AMOUNT
'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const [chromium, page, points, amount] = process.argv.slice(2);
const browser = spawn(chromium, ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-extensions', '--remote-debugging-pipe',
  `--user-data-dir=${path.resolve('profile')}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });

let received = '';
let calls = 0;
let file = 0;
let loaded = () => {};
const waiting = new Map();

browser.stdio[4].setEncoding('utf8').on('data', data => {
  received += data;
  const messages = received.split('\0');
  received = messages.pop();
  for (const message of messages.map(m => JSON.parse(m))) {
    if (message.id) {
      waiting.get(message.id)(message);
      waiting.delete(message.id);
    } else if (message.method === 'HeapProfiler.addHeapSnapshotChunk') {
      fs.writeSync(file, message.params.chunk);
    } else if (message.method === 'Page.loadEventFired') {
      loaded();
    }
  }
});

function send(method, params = {}, sessionId = undefined) {
  return new Promise((resolve, reject) => {
    waiting.set(++calls, m => m.error ? reject(new Error(`${method}: ${m.error.message}`)) : resolve(m.result));
    browser.stdio[3].write(JSON.stringify({ id: calls, method, params, sessionId }) + '\0');
  });
}

async function main() {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const ask = (method, params) => send(method, params, sessionId);
  await ask('Page.enable');
  const ready = new Promise(resolve => { loaded = resolve; });
  await ask('Page.navigate', { url: pathToFileURL(path.resolve(page)).href });
  await ready;
  for (let point = 1; point <= Number(points); point++) {
    await ask('Runtime.evaluate', { expression: `work(${amount})` });
    await ask('HeapProfiler.collectGarbage');
    file = fs.openSync(`${point}.heapsnapshot`, 'w');
    await ask('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    fs.closeSync(file);
  }
  await send('Browser.close');
}

main().catch(error => {
  console.error(error);
  browser.kill();
  process.exitCode = 1;
});
