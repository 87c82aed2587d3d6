import { eventually } from './event-file.ts';
import type { OpenPage } from './open-page.ts';
import type { Receptionists } from './receptionists.ts';
import { bookingsIn, viewsAndRebuild } from './views-equal.ts';

/**
 * "After each: views equal a fresh rebuild, no acknowledged command lost or doubled, and every open page right without
 * a reload." Refused calls were answered 503 with Retry-After. The receptionists pause meanwhile and then continue.
 */
export async function expectUnharmed(after: string, parts: UnharmedParts): Promise<void> {
  const { receptionists } = parts;
  await receptionists.rest();
  try {
    await expectAllWell(after, parts);
  } finally {
    // Also after a failure, so that it fails one test.
    receptionists.resume();
  }
}

interface UnharmedParts {
  readonly env: Readonly<Record<string, string>>;
  readonly receptionists: Receptionists;
  readonly pages: readonly OpenPage[];
}

async function expectAllWell(after: string, { env, receptionists, pages }: UnharmedParts): Promise<void> {
  const { booked, refusals } = receptionists;
  // 502 is the front's own answer for a service that was killed.
  for (const refusal of refusals.filter(({ status }) => status !== 502)) {
    const { code } = refusal.failure();
    const namesRetryTime = Number(refusal.headers['retry-after']) > 0;
    expect([after, refusal.status, code, namesRetryTime]).toEqual([after, 503, 'service.unavailable', true]);
  }
  const times = await bookingsIn(env);
  expect([after, booked.filter((id) => times.get(id) !== 1)]).toEqual([after, []]);
  expect([after, times.size]).toEqual([after, booked.length]);
  const { kept, rebuilt } = await viewsAndRebuild(env);
  // A few differing rows are more useful than a comparison of thousands.
  const [keptRows, rebuiltRows] = [new Set(kept), new Set(rebuilt)];
  const onlyKept = kept.filter((row) => !rebuiltRows.has(row)).slice(0, 3);
  const onlyRebuilt = rebuilt.filter((row) => !keptRows.has(row)).slice(0, 3);
  expect([after, onlyKept, onlyRebuilt, kept.length]).toEqual([after, [], [], rebuilt.length]);
  await eventually(`after ${after} each open page shows ${booked.length}, and says nothing else`, async () =>
    pages.every((page) => page.active() === booked.length && page.listed() === booked.length && !page.isOutdated()),
  );
}
