import { photoText as text } from './text.ts';

/** The server's limits, so that a wrong file is reported before it is sent. */
export const photoTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
const largest = 5 * 1024 * 1024;
const maxPixels = 50_000_000;
/** Size of a reduced picture in pixels: larger than the server stores. */
const maxSide = 2_048;

export const photoProblem = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined =>
  photoTypes.includes(type) ? (size > largest ? text.tooLarge : undefined) : text.wrongType;

/** The photo, reduced if the server would refuse its size: phones take larger ones. */
export async function fitting(file: File): Promise<File> {
  if (!photoTypes.includes(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    if (file.size <= largest && width * height <= maxPixels) return file;
    const scale = Math.min(1, maxSide / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return file;
    // A JPEG has no transparency: transparent areas would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    return smaller ? new File([smaller], file.name, { type: smaller.type }) : file;
  } catch {
    // Not an image, or one that this browser can't read: the server gives the reason.
    return file;
  }
}

/** `412 kB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
