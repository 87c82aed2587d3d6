import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isMongoUnavailable } from '@dayline/runtime/mongodb/unavailable';
import { type Db, GridFSBucket, type GridFSFile, MongoError, type ObjectId } from 'mongodb';
import { demandBlobName } from './blob-name.ts';
import { type Blobs, BlobsUnavailable } from './port.ts';

/** A revision may be replaced while it is read; the read then retries with the newer one. */
const maxLooks = 5;

/**
 * Blobs in GridFS, in `blobs.files` and `blobs.chunks`. The newest revision of a name counts; it appears with its file
 * document, written after all chunks, so nobody reads a partial blob. The caller closes the connection.
 */
export function openGridfsBlobs(db: Db): Blobs {
  const bucket = new GridFSBucket(db, { bucketName: 'blobs' });

  const revisions = (name: string): Promise<GridFSFile[]> =>
    bucket.find({ filename: name }).sort({ uploadDate: -1, _id: -1 }).toArray();

  /** Another process may have removed it first. */
  async function drop(revision: ObjectId): Promise<void> {
    try {
      await bucket.delete(revision);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  async function bytesOf({ _id, length }: GridFSFile): Promise<Buffer | 'gone'> {
    try {
      const bytes = await buffer(bucket.openDownloadStream(_id));
      // A revision that loses its chunks during a read just ends early.
      return bytes.length === length ? bytes : 'gone';
    } catch (error) {
      if (isGone(error)) return 'gone';
      throw error;
    }
  }

  return {
    put: (name, bytes) =>
      reach(name, async () => {
        // Only revisions that existed before: concurrent puts must not remove each other's.
        const before = await revisions(name);
        await pipeline([Buffer.from(bytes)], bucket.openUploadStream(name));
        for (const { _id } of before) await drop(_id);
      }),
    get: (name) =>
      reach(name, async () => {
        for (let looks = 0; looks < maxLooks; looks += 1) {
          const [newest] = await revisions(name);
          if (!newest) return null;
          const bytes = await bytesOf(newest);
          if (bytes !== 'gone') return bytes;
        }
        throw new BlobsUnavailable('The blob was replaced too often to be read.');
      }),
    remove: (name) =>
      reach(name, async () => {
        for (const { _id } of await revisions(name)) await drop(_id);
      }),
    olderThan: (instant, prefix) =>
      reach(prefix, async () => {
        const cursor = bucket.find({ filename: { $regex: `^${prefix}` }, uploadDate: { $lt: new Date(instant) } });
        return [...new Set((await cursor.toArray()).map(({ filename }) => filename))];
      }),
  };
}

/** The driver has no error code for a missing file or chunk, only a name and two messages. */
const isGone = (error: unknown): boolean =>
  error instanceof MongoError &&
  (error.name === 'MongoGridFSChunkError' || /^(?:File not found|FileNotFound)/.test(error.message));

async function reach<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
  demandBlobName(name);
  try {
    return await ask();
  } catch (error) {
    if (isMongoUnavailable(error)) throw new BlobsUnavailable('The photos are unavailable.', { cause: error });
    throw error;
  }
}
