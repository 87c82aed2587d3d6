import { readdirSync, readFileSync } from 'node:fs';
import type { EventDefinition } from '@dayline/contracts/events/definition';
import { eventsByCategory, eventTable } from '@dayline/contracts/events/table';
import { upcastData, upcasters } from '@dayline/contracts/events/upcast';
import { z } from 'zod';
import { keyIdFor } from './sealed-log/personal-fields.ts';

/** A sample of an event as released: `{type}.{version}.json`. Never changed or removed. */
const sampleSchema = z.strictObject({
  type: z.string(),
  version: z.int().min(1),
  // Parsed from a file, so it is JSON.
  data: z.record(z.string(), z.json()),
});

/** The samples are beside the events; this test is here because `contracts` can't import Node modules. */
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
    // Detects fields of the sample that the schema has dropped.
    expect(parsed?.data).toEqual(newest.data);
  });

  test('has a sample, the newest and each that was released before', () => {
    const files = [...eventTable.values()].flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, index) => `${type}.${index + 1}.json`),
    );
    expect(samples.map((sample) => sample.file).sort()).toEqual(files.sort());
  });

  test('comes to the newest by one upcaster for each step', () => {
    const steps = [...eventTable.values()].flatMap(({ type, version }) =>
      Array.from({ length: version - 1 }, (_, index) => `${type} ${index + 1}`),
    );
    expect(upcasters.map(({ type, from }) => `${type} ${from}`).sort()).toEqual(steps.sort());
  });

  test('is encrypted with the key of a person, if anything in it is personal', () => {
    const keyIds = Object.entries<readonly EventDefinition[]>(eventsByCategory).flatMap(([category, list]) =>
      list.flatMap(({ personal }) => (personal ? keyIdFor(personal.subject, `${category}-1`, { patientId: '2' }) : [])),
    );
    expect([...new Set(keyIds)].sort()).toEqual(['account-1', 'chat-1', 'doctor-1', 'patient-1', 'patient-2']);
  });
});
