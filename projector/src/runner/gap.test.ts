/** A log with a gap in its positions, whose views must be built. */
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { desk } from '../projections/desk/projection.ts';
import { appendAll, recorded } from '../testing/draft.ts';
import { randomHistory } from '../testing/history.ts';
import { newFolder, removeFolder } from '../testing/views.ts';
import { startProjector } from './start.ts';
import type { ProjectorStatus } from './status.ts';

test('is named as trouble while the views are built, not kept silent until they are given up', async () => {
  const folder = newFolder();
  const views = openSqliteViewStore({ directory: folder });
  const log = openMemoryEventLog();
  await appendAll(log, recorded(randomHistory({ seed: 3, size: 300 })));
  const whole = openSealedLog(log, memoryKeyRing());
  const logWithGap: typeof whole = {
    ...whole,
    async *follow(after, signal, options) {
      for await (const item of whole.follow(after, signal, options)) {
        yield item.kind === 'events' ? { ...item, events: item.events.filter((_, index) => index !== 100) } : item;
      }
    },
  };
  let onStatusChange: (status: ProjectorStatus) => void = () => undefined;
  const troubleStatus = new Promise<ProjectorStatus>((resolve) => {
    onStatusChange = resolve;
  });
  const projector = await startProjector({
    projection: desk,
    feed: logWithGap,
    views,
    onStatus: (status) => {
      if (status.trouble !== null) onStatusChange(status);
    },
  });
  expect((await troubleStatus).trouble).toBe(
    'The event log is damaged: position 0000000000000102 follows on 100. Restore it from a backup.',
  );
  await projector.stop();
  await views.close();
  removeFolder(folder);
});
