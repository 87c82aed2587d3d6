import { createHash, randomBytes } from 'node:crypto';
import type { Blobs } from '../blobs/port.ts';

/** Blobs that can be opened twice on the same storage. */
export interface BlobsUnderTest {
  open(): Promise<Blobs>;
  /** Deletes the stored blobs. */
  clear(): Promise<void>;
}

/** What every adapter of the blobs must do. */
export function describeBlobs(name: string, make: () => Promise<BlobsUnderTest>): void {
  describe(name, () => {
    let under: BlobsUnderTest;
    let blobs: Blobs;
    beforeEach(async () => {
      under = await make();
      blobs = await under.open();
    });
    afterEach(() => under.clear());
    const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    const digestAt = async (from: Blobs, blob: string): Promise<string | null> => {
      const bytes = await from.get(blob);
      return bytes && digestOf(bytes);
    };

    test('gives back what was put, whoever asks, and nothing for another name', async () => {
      // More than one GridFS chunk, and not a multiple.
      const bytes = randomBytes(600_001);
      await blobs.put('doctor_1', bytes);
      const otherBlobs = await under.open();
      expect(await digestAt(otherBlobs, 'doctor_1')).toBe(digestOf(bytes));
      expect(await blobs.get('doctor_2')).toBeNull();
    });

    test('keeps no bytes at all, too', async () => {
      await blobs.put('empty', new Uint8Array());
      expect(await blobs.get('empty')).toHaveLength(0);
    });

    test('the same name again replaces', async () => {
      const otherBlobs = await under.open();
      for (const [index, at] of [blobs, otherBlobs, blobs, otherBlobs].entries()) {
        await at.put('doctor_1', Buffer.from(`photo ${index}`));
        expect((await blobs.get('doctor_1'))?.toString()).toBe(`photo ${index}`);
      }
    });

    test('of many that put one name at once, one whole blob stays', async () => {
      const otherBlobs = await under.open();
      const all = Array.from({ length: 8 }, (_, index) => Buffer.alloc(300_000, index));
      await Promise.all(all.map((bytes, index) => (index % 2 ? otherBlobs : blobs).put('doctor_1', bytes)));
      const kept = await digestAt(blobs, 'doctor_1');
      expect(all.map(digestOf)).toContain(kept);
      expect(await digestAt(otherBlobs, 'doctor_1')).toBe(kept);
    });

    test('who reads while it is replaced reads one or the other, whole', async () => {
      const otherBlobs = await under.open();
      const photos = [Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 2)] as const;
      const digests = photos.map(digestOf);
      await blobs.put('doctor_1', photos[0]);
      let isReplaced = false;
      const replacing = (async () => {
        for (const photo of [...photos, ...photos]) await otherBlobs.put('doctor_1', photo);
        isReplaced = true;
      })();
      while (!isReplaced) expect(digests).toContain(await digestAt(blobs, 'doctor_1'));
      await replacing;
    });

    test('a removed one is gone, and may be put again', async () => {
      await blobs.put('doctor_1', Buffer.from('one'));
      await blobs.put('doctor_2', Buffer.from('two'));
      await blobs.remove('doctor_1');
      await blobs.remove('doctor_1');
      expect(await blobs.get('doctor_1')).toBeNull();
      expect((await blobs.get('doctor_2'))?.toString()).toBe('two');
      await blobs.put('doctor_1', Buffer.from('three'));
      expect((await blobs.get('doctor_1'))?.toString()).toBe('three');
    });

    test('names those of a kind that were put before an instant', async () => {
      await blobs.put('import_1', Buffer.from('one'));
      await blobs.put('import_1', Buffer.from('two'));
      await blobs.put('doctor_1', Buffer.from('photo'));
      const hour = 3_600_000;
      expect(await blobs.olderThan(Date.now() + hour, 'import_')).toEqual(['import_1']);
      expect(await blobs.olderThan(Date.now() - hour, 'import_')).toEqual([]);
    });

    test.each(['', '../vault.db', 'a/b', 'a.part', 'a'.repeat(81), 'a\0b'])(
      'refuses %j, no name of ours',
      async (name) => {
        const refusal = 'This is no name of a blob.';
        await expect(blobs.put(name, Buffer.from('x'))).rejects.toThrow(refusal);
        await expect(blobs.get(name)).rejects.toThrow(refusal);
        await expect(blobs.remove(name)).rejects.toThrow(refusal);
        await expect(blobs.olderThan(0, name)).rejects.toThrow(refusal);
      },
    );
  });
}
