/**
 * A process that appends until it is killed, for tests of crashes, failing disks and system calls. Arguments: file,
 * FULL or NORMAL, number of concurrent streams, maximum number of events. Prints a line per answer: `ack <stream>
 * <revision> <position>` or `refused <outcome>`.
 */
import type { EventMetadata } from '@dayline/contracts/events/metadata';
import { ulid } from 'ulid';
import { EventLogUnavailable, type ExpectedRevision } from '../port.ts';
import { startWriter } from '../sqlite/writer.ts';

const [path = '', synchronous = 'FULL', width = '1', most = '1000000'] = process.argv.slice(2);
/** Synchronous if stdout is a pipe, even a full one. */
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const metadata: EventMetadata = {
  commandId: '',
  commandDigest: '',
  correlationId: '',
  causationId: '',
  actor: { kind: 'system', id: '', name: '' },
  clientId: '',
  channel: 'web',
  recordedAt: '',
  schemaVersion: 1,
  keyIds: [],
  chain: '',
};

const writer = await startWriter({ path, synchronous: synchronous === 'NORMAL' ? 'NORMAL' : 'FULL' });
print('ready');

let left = Number(most);
async function fill(stream: string): Promise<void> {
  let revision: ExpectedRevision = 'noStream';
  while (left-- > 0) {
    try {
      const event = { id: ulid(), type: 'Appended', data: { text: 'x'.repeat(200) }, metadata };
      const result = await writer.append(stream, revision, [event]);
      if (result.appended) print(`ack ${stream} ${result.revision} ${result.position}`);
      revision = result.appended ? result.revision : result.actual;
    } catch (error) {
      if (!(error instanceof EventLogUnavailable)) throw error;
      print(`refused ${error.outcome}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

await Promise.all(Array.from({ length: Number(width) }, () => fill(`crash-${ulid()}`)));
await writer.close();
