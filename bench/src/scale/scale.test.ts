import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runs } from '@dayline/contracts/testing/trials';
import { demoEvents } from '@dayline/standalone/testing/demo-events';
import { arrivalsAt, costOf, groupCommits } from './group-commit.ts';
import { eventsOfDemo, registrationBytes } from './measured.ts';
import { projectorLag } from './projector-lag.ts';
import { markdownOf, scaleTables } from './tables.ts';

const page = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)), 'utf8');

const bytesOf = (part: object): number => Buffer.byteLength(JSON.stringify(part));

test('docs/scale.md shows what the simulation prints: npm run bench -- --simulate', () => {
  const text = page('scale.md');
  for (const table of scaleTables()) {
    const shown = new RegExp(`<!-- scale:${table.name} -->\\n([\\s\\S]*?)\\n<!-- scale:end -->`).exec(text)?.[1];
    expect([table.name, shown]).toEqual([table.name, markdownOf(table)]);
  }
});

const inTrials = runs(0, 1) > 0 ? test : () => undefined;

// It makes the demo.
inTrials(
  "the events' sizes and shares are those of the demo's log",
  async () => {
    // The demo ends at this instant: the progress of its last day changes the shares.
    const found = new Map<string, { count: number; bytes: number }>();
    for (const { type, data, metadata } of await demoEvents(Date.parse('2026-11-21T14:00:00+05:30'))) {
      const { count, bytes } = found.get(type) ?? { count: 0, bytes: 0 };
      found.set(type, { count: count + 1, bytes: bytes + bytesOf(data) + bytesOf(metadata) });
    }
    const meanBytes = (type: string): number => (found.get(type)?.bytes ?? 0) / (found.get(type)?.count ?? 1);
    const booked = found.get('AppointmentBooked')?.count ?? 0;
    for (const [type, { perAppointment, bytes }] of Object.entries(eventsOfDemo)) {
      const { count } = found.get(type) ?? { count: 0 };
      const real = meanBytes(type);
      expect(Math.abs(count / booked - perAppointment)).toBeLessThan(0.03);
      // Named by what it is, where it is another.
      expect([type, Math.abs(real / bytes - 1) < 0.1 ? bytes : real]).toEqual([type, bytes]);
    }
    expect(Math.abs(meanBytes('PatientRegistered') / registrationBytes - 1)).toBeLessThan(0.1);
  },
  150_000,
);

test('appends share a commit only where one comes while another is written, and a full writer shares more', () => {
  const cost = costOf({ perBatchMs: 2, perAppendMs: 0 });
  expect(groupCommits([0, 10, 20], cost)).toMatchObject({ batch: 1, p50: 2 });
  // The second and third arrive during the first's commit: one commit for both.
  expect(groupCommits([0, 1, 1.5], cost)).toMatchObject({ batch: 1.5, busy: 1 });
  const sizes = [100, 1_000, 5_000].map((rate) => groupCommits(arrivalsAt(rate), cost).batch);
  expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
  expect(sizes[2]).toBeGreaterThan(5);
});

test('a projector that has less than its store can take keeps up, one that has more falls behind, two share', () => {
  const question = { hospitals: 10, perBatchMs: 1, perRowMs: 1, seconds: 60 };
  const calm = projectorLag({ ...question, rate: 20, partitions: 1 });
  expect(calm.behindAtEnd).toBeLessThan(1);
  expect(calm.p50).toBeLessThan(0.05);
  const flooded = projectorLag({ ...question, rate: 400, partitions: 1 });
  expect(flooded.behindAtEnd).toBeGreaterThan(10);
  const shared = projectorLag({ ...question, rate: 400, partitions: 10 });
  expect(shared.behindAtEnd).toBeLessThan(flooded.behindAtEnd / 5);
});
