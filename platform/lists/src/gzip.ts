import { promisify } from 'node:util';
import { constants, gunzipSync, gzip, type ZlibOptions } from 'node:zlib';

const compressed = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

export const zip = (content: Uint8Array | string): Promise<Buffer> =>
  compressed(Buffer.from(content), { level: constants.Z_BEST_SPEED });
export const unzip = (compressed: Uint8Array): Buffer => gunzipSync(compressed);

export const zipJson = (value: unknown): Promise<Buffer> => zip(JSON.stringify(value));
/** Only of what `zipJson` made: the type is not checked. */
export const unzipJson = <Value>(compressed: Uint8Array): Value => JSON.parse(unzip(compressed).toString()) as Value;
