import { readdirSync, readFileSync } from 'node:fs';
import { eventTable } from '@dayline/contracts/events/table';
import { upcastData, upcasters } from '@dayline/contracts/events/upcast';
import { z } from 'zod';

/** A sample of an event as it was once released: `{type}.{version}.json`. Never changed, never removed. */
const sampleSchema = z.strictObject({
  type: z.string(),
  version: z.int().min(1),
  // The border: what came from JSON is JSON.
  data: z.record(z.string(), z.json()),
});

/** They stand beside the events; what reads files can't, since contracts know no Node. */
const folder = new URL('../../../contracts/src/events/golden/', import.meta.url);
const samples = readdirSync(folder).map((file) => ({
  file,
  ...sampleSchema.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
}));

describe('a released (type, version)', () => {
  test.each(samples.map((sample) => [sample.file, sample] as const))('%s parses for ever', (file, sample) => {
    const { type, version, data } = sample;
    expect(file).toBe(`${type}.${version}.json`);
    const definition = eventTable.get(type);
    const newest = upcastData(type, version, data);
    expect(newest.version).toBe(definition?.version);
    const parsed = definition?.data.safeParse(newest.data);
    expect(parsed?.error).toBeUndefined();
    // Nothing of the sample is dropped on the way: a field that the schema has forgotten would be.
    expect(parsed?.data).toEqual(newest.data);
  });

  test('has a sample, the newest and each that was released before', () => {
    const wanted = [...eventTable.values()].flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, place) => `${type}.${place + 1}.json`),
    );
    expect(samples.map((sample) => sample.file).sort()).toEqual(wanted.sort());
  });

  test('comes to the newest by one upcaster for each step', () => {
    const steps = [...eventTable.values()].flatMap(({ type, version }) =>
      Array.from({ length: version - 1 }, (_, place) => `${type} ${place + 1}`),
    );
    expect(upcasters.map(({ type, from }) => `${type} ${from}`).sort()).toEqual(steps.sort());
  });
});
