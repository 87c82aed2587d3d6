import type { Recorded } from '@dayline/contracts/events/definition';
import type { ApiKeyEvent } from '@dayline/contracts/events/displays';
import { ApiKeys, hasBearer } from './api-keys.ts';

const id = '01J00000000000000000000K01';
const clientId = '01J00000000000000000000C01';
const until = '2027-11-25T04:30:00.000Z';
const sessionSecret = 'a secret of the tests, 32 characters or more';

let now = Date.parse(until) - 1;
let events: ApiKeyEvent[] = [];
const recorded = (event: ApiKeyEvent, index: number) =>
  ({
    ...event,
    stream: `apiKey-${id}`,
    position: String(index),
    metadata: { schemaVersion: 1 },
  }) as unknown as Recorded;
const log = { readStream: async (stream: string) => (stream === `apiKey-${id}` ? events.map(recorded) : []) };
// Cast is safe: the tests' log has the fields that are read.
const keys = new ApiKeys({ log: log as never, clock: { now: () => now }, sessionSecret });
const { hash, keyOf } = keys.newSecret('a command');
const header = `Bearer ${keyOf(id)}`;
const issued: ApiKeyEvent = {
  type: 'ApiKeyIssued',
  data: { clientId, name: 'Laboratory', scopes: ['slots:read'], hash, until },
};

beforeEach(() => {
  now = Date.parse(until) - 1;
  events = [issued];
});

test('a key is found by its header until it expires, with the scopes of its last change', async () => {
  expect(await keys.find(header)).toEqual({ id, clientId, name: 'Laboratory', scopes: ['slots:read'] });
  expect(await keys.find(header.replace('Bearer', 'bearer'))).toMatchObject({ id });
  events.push({ type: 'ApiKeyScopesChanged', data: { name: 'Laboratory', scopes: ['patients:lookup'] } });
  expect(await keys.find(header)).toMatchObject({ scopes: ['patients:lookup'] });
  now += 1;
  expect(await keys.find(header)).toBeNull();
  expect(keys.idIn(header)).toBe(id);
});

test('a key that is revoked, unknown, altered or of another command is none', async () => {
  const other = keys.newSecret('another command');
  expect(await keys.find(`Bearer ${other.keyOf(id)}`)).toBeNull();
  expect(await keys.find(`Bearer ${keyOf('01J00000000000000000000K02')}`)).toBeNull();
  const altered = `${header.slice(0, 40)}${header[40] === 'A' ? 'B' : 'A'}${header.slice(41)}`;
  for (const wrong of [altered, header.slice(0, -1), `${header}A`, 'Bearer', '', undefined, `Basic ${keyOf(id)}`]) {
    expect([wrong, await keys.find(wrong), keys.idIn(wrong)]).toEqual([wrong, null, null]);
  }
  events.push({ type: 'ApiKeyRevoked', data: { name: 'Laboratory' } });
  expect(await keys.find(header)).toBeNull();
});

test('its secret has 256 bits and a seal, the same for each retry, and is not what is stored', () => {
  expect(keyOf(id)).toMatch(new RegExp(`^dl_${id}_[\\w-]{54}$`));
  expect(keys.newSecret('a command').keyOf(id)).toBe(keyOf(id));
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(keyOf(id)).not.toContain(hash);
  const elsewhere = new ApiKeys({ log: log as never, clock: { now: () => now }, sessionSecret: `${sessionSecret}!` });
  expect(elsewhere.idIn(header)).toBeNull();
});

test('only a header of the scheme Bearer names a key', () => {
  const shown = ['Bearer x', 'bearer dl_', 'BEARER', 'Basic x', 'Bearers', undefined];
  expect(shown.map(hasBearer)).toEqual([true, true, true, false, false, false]);
});
