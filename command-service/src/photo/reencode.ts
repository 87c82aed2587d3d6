import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Sharp } from 'sharp';

/** Maximum side length of a stored photo, in pixels. */
const maxSide = 512;
/** More than any camera's picture; a small file can decompress to more than memory holds. */
const maxPixels = 50_000_000;
const maxSeconds = 10;
/** The number of pictures that are decompressed at once; each may use some 200 MB. */
const atOnce = 2;

const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

let underWay = 0;

/** Loaded with the first picture: the decoders take 15 MB and a tenth of the start's time. */
async function decoder() {
  const { default: sharp } = await import('sharp');
  // No caching between pictures, and one thread per picture, so that other calls are answered meanwhile.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Re-encodes an upload as WebP of at most 512 pixels a side, upright, without the original's metadata. The format is
 * detected from the content; only JPEG, PNG and WebP reach a decoder.
 */
export async function reencodePhoto(image: Buffer): Promise<Buffer | Refusal> {
  if (!signatures.some((fits) => fits(image))) return refuse('photo.type');
  const sharp = await decoder();
  if (underWay >= atOnce) return refuse('photo.busy');
  underWay += 1;
  try {
    const picture = sharp(image, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    return await reencode(picture);
  } catch {
    // Any error of the decoder means that the picture is invalid.
    return refuse('photo.broken');
  } finally {
    underWay -= 1;
  }
}

async function reencode(picture: Sharp): Promise<Buffer | Refusal> {
  const { width, height } = await sizeOf(picture);
  if (width * height > maxPixels) return refuse('photo.too-many-pixels');
  return picture
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
}

/** From the header alone, to distinguish the decoder's pixel limit from damage. */
async function sizeOf(picture: Sharp): Promise<{ width: number; height: number }> {
  try {
    return await picture.metadata();
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) return { width: maxPixels, height: 2 };
    throw error;
  }
}
