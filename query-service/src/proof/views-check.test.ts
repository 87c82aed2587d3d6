import type { LogCheck } from '@dayline/contracts/endpoints/audit/proof';
import { withViews } from './views-check.ts';

const own = '01J00000000000000000000C01';
const fault = { key: 'k', fields: ['name'], is: 'other', at: '0000000000000007' } as const;
const faults = [
  { ...fault, view: 'patients', clientId: own, text: 'of the own client' },
  { ...fault, view: 'patients', clientId: '01J00000000000000000000C02', text: 'of another' },
  { ...fault, view: 'digest', clientId: null, text: 'of nobody' },
];

test('a row that differs is named to its client alone, and one that names no client is not called another’s', async () => {
  async function* whole(): AsyncGenerator<LogCheck[]> {
    const result = { streams: 1, position: null, heads: 0, kept: 0, views: null, count: 0, faults: [] };
    yield [{ events: 1, result }];
  }
  const compared = { what: 'views', rows: 9, count: faults.length, faults, at: '2026-11-21T05:00:00.000Z' } as const;
  const steps: LogCheck[] = [];
  for await (const step of withViews(whole(), { compareViews: async () => compared }, own)) steps.push(...step);
  expect(steps.at(-1)?.result?.faults).toEqual([
    { position: fault.at, text: 'of the own client' },
    { position: '', text: 'A row of another client is not what the log says.' },
    { position: '', text: 'A row of digest that names no client is not what the log says.' },
  ]);
});
