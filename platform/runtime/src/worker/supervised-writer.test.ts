import { Worker } from 'node:worker_threads';
import { SupervisedWriter } from './supervised-writer.ts';

/** A thread that answers each request with itself. */
const echo = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage({ kind: 'ready' });
  parentPort.on('message', (message) => {
    if (message === 'close') return parentPort.close();
    parentPort.postMessage({ kind: 'answered', outcomes: message.requests });
  });
`;

test('so many writes wait, and one more is refused as not written; then there is room again', async () => {
  const writer = await SupervisedWriter.start<number, number>({
    name: 'The vault',
    spawn: () => new Worker(echo, { eval: true }),
    unavailable: (message, mayBeWritten) => new Error(`${message} ${mayBeWritten}`),
  });
  const waiting = Array.from({ length: 10_000 }, (_, request) => writer.ask(request));
  await expect(writer.ask(10_000)).rejects.toThrow('The vault has too many writes waiting. false');
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 10_000 }, (_, request) => request));
  expect(await writer.ask(10_001)).toBe(10_001);
  await writer.close();
});
