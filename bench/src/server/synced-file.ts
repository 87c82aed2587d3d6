import { open } from 'node:fs/promises';

/** About what one row of the log takes. */
const record = Buffer.alloc(4096, 'd');

/** A file that is appended to and synced off the event loop: one sync for each call, no grouping, nothing else. */
export async function openSyncedFile(path: string): Promise<{ writeAndSync(): Promise<void>; close(): Promise<void> }> {
  const file = await open(path, 'a');
  return {
    async writeAndSync() {
      await file.write(record);
      await file.datasync();
    },
    close: () => file.close(),
  };
}
