import { setTimeout as pause } from 'node:timers/promises';
import type { LogCheck } from '@dayline/contracts/endpoints/audit/proof';
import type { ComparedViews, RecordCheck } from '@dayline/projector/checking/record-check';

const reportEveryMs = 1_000;

type Comparing = Pick<RecordCheck, 'compareViews'>;
type Result = NonNullable<LogCheck['result']>;

/** The check of an intact log continues with the views, which derive from it: those of a damaged log prove nothing. */
export async function* withViews(
  steps: AsyncIterable<LogCheck[]>,
  record: Comparing,
  clientId: string,
): AsyncGenerator<LogCheck[]> {
  for await (const step of steps) {
    const last = step.at(-1);
    if (!last?.result || last.result.count > 0) {
      yield step;
      continue;
    }
    const { events, result } = last;
    const comparison = record.compareViews().catch(() => null);
    for (;;) {
      const found = await Promise.race([comparison, pause(reportEveryMs, 'waits' as const)]);
      if (found !== 'waits') {
        yield [{ events, result: found ? withFaults(result, found, clientId) : result }];
        break;
      }
      yield [{ events, result: null }];
    }
  }
}

function withFaults(
  result: Result,
  { rows, count, faults, at }: ComparedViews & { at: string },
  clientId: string,
): Result {
  const sentences = faults.map((fault) => {
    if (fault.clientId === clientId) return { position: fault.at ?? '', text: fault.text };
    // Its key may contain ids of another client.
    const subject = fault.clientId === null ? `A row of ${fault.view} that names no client` : 'A row of another client';
    return { position: '', text: `${subject} is not what the log says.` };
  });
  return { ...result, count, faults: sentences, views: { rows, comparedAt: at } };
}
