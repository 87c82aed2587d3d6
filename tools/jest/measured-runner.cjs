// Jest's test runner, which also records the processor time of each suite: its worker's and that of the processes that it
// started and that have ended. Unlike the duration it hardly depends on what else the machine does. suite-times.mjs reads
// the records.
const { appendFileSync, mkdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: circus } = require('jest-circus/runner');

const root = join(__dirname, '../..');
const folder = join(root, 'test-results');
/** A hundredth of a second, on Linux. */
const ticksPerSecond = 100;

function processorSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    // utime, stime, cutime and cstime
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}

module.exports = async function measured(...parameters) {
  const before = processorSeconds();
  try {
    return await circus(...parameters);
  } finally {
    const [, , , , path] = parameters;
    const record = { suite: relative(root, path), seconds: processorSeconds() - before };
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, 'suite-times.txt'), `${JSON.stringify(record)}\n`);
  }
};
