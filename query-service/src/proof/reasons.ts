import { eventTable } from '@dayline/contracts/events/table';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';

/** The fields in which events have a reason, or the note of a phone call. */
const reasonFields = ['reason', 'note'] as const;

/** The types of events that may have a reason. */
const typesWithReason: ReadonlySet<string> = new Set(
  [...eventTable.values()]
    .filter(({ data }) => reasonFields.some((field) => 'shape' in data && field in Object(data.shape)))
    .map(({ type }) => type),
);

interface EventPlace {
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
}

/** Reads the reason of an entry; null if it has none, or once its person was erased. */
export const reasonsIn =
  (log: Pick<SealedLog, 'readStream'>) =>
  async ({ type, stream, revision }: EventPlace): Promise<string | null> => {
    if (!typesWithReason.has(type)) return null;
    const [event] = await log.readStream(stream, { from: revision, limit: 1, anyVersion: true });
    const found = reasonFields.flatMap((field) => event?.data[field] ?? []);
    return found.find((text) => typeof text === 'string') ?? null;
  };
export type ReasonOf = ReturnType<typeof reasonsIn>;
