import { profileText as text } from './text.ts';

/** The server's limits, so that a wrong file is reported before it is sent. */
export const photoTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
const largest = 5 * 1024 * 1024;

export function photoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!photoTypes.includes(type)) return text.wrongType;
  return size > largest ? text.tooLarge : undefined;
}

/** `412 kB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
