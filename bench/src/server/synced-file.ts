import { open } from 'node:fs/promises';

/** Approximate size of one row of the log. */
const record = Buffer.alloc(4096, 'd');

/** A file with appends synced off the event loop: one sync per call, no grouping. */
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
