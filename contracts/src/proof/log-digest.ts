/** The part of an event that the running digest covers; the event's chain covers its content. */
export interface DigestedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly metadata: { readonly chain: string };
}

/** The digest before the first event. */
export const digestStart = '';

/** The text whose SHA-256 (hex) represents an event in the running digest. It reveals nothing about the event. */
export const leafText = ({ stream, revision, metadata }: DigestedEvent): string =>
  `${stream}\n${revision}\n${metadata.chain}`;

/**
 * The text whose SHA-256 (hex) is the running digest after an event, over all streams in order of position. Two logs
 * have equal digests only if they hold the same events in the same order.
 */
export const digestText = (previous: string, leaf: string): string => `${previous}\n${leaf}`;
