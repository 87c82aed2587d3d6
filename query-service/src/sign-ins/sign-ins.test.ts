import { hash } from 'node:crypto';
import { streams } from '@dayline/contracts/events/categories';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import { ExportChecker } from '@dayline/contracts/proof/export-check';
import { isSignedBy, publicKeys } from '@dayline/event-log/sealed-log/signing';
import { aliasOf } from '@dayline/runtime/ids/derived';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { frontDesk, identity, openSunrise, sunrise } from '../testing/sunrise.ts';

const { clientId } = sunrise;
const auditor = identity('auditor', clientId);
const somebody = { kind: 'system', id: 'sign-in', name: 'Sign-in' } as const;
const more = { clientId, email: '', pocId: null, isClosed: false, hasPassword: true, invitedUntil: null };
const [meera, ravi] = [
  { ...more, accountId: frontDesk.id, name: 'Meera Nair', role: 'admin' as const, lastSignInAt: 1 },
  { ...more, accountId: '01J0000000000000000000RAV1', name: 'Ravi Rao', role: 'auditor' as const, lastSignInAt: 1 },
];
let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;

beforeEach(async () => {
  clinic = await openSunrise();
  clinic.people.push(meera, ravi);
  desk = openViewReader(clinic);
});
afterEach(async () => {
  import.meta.jest.restoreAllMocks();
  await clinic.close();
});

/** Records a sign-in as the trail does. */
async function record(month: string, { accountId }: typeof meera | typeof ravi, event: DaylineEvent) {
  const keyId = streams.signInMonth(clientId, month);
  const key = (await clinic.keys.ensure([keyId])).get(keyId) ?? new Uint8Array();
  clinic.clock.set(`${month}-21T05:00:00.000Z`);
  await clinic.append(streams.signIns(clientId, month, aliasOf(key, accountId)), clientId, somebody, event);
}
const signedIn = { type: 'SignedIn', data: { factor: 'password' } } as const;
const refused = { type: 'SignInRefused', data: { code: 'sign-in.refused' } } as const;
async function recordAll() {
  await record('2026-12', meera, signedIn);
  await record('2026-12', ravi, { type: 'SignedOut', data: {} });
  await record('2027-01', meera, refused);
  await record('2027-01', ravi, signedIn);
  await clinic.project();
}
/** As the follower of erasures does. */
async function eraseMonth(month: string) {
  const data = { month, before: '2027-01' };
  await clinic.append(streams.signInMonth(clientId, month), clientId, frontDesk, { type: 'SignInsErased', data });
  clinic.keys.destroy(streams.signInMonth(clientId, month));
  await clinic.project();
}
const listed = async (filter: Partial<Parameters<typeof desk.reply<'listActivity'>>[1]> = {}) => {
  const { body } = await desk.reply('listActivity', { clientId, action: 'signIn', ...filter }, auditor);
  return body.entries.map(({ actor, sentence }) => `${actor.name} ${sentence}`);
};
async function exported(name: 'exportCsv' | 'exportNdjson', filter: { readonly actorId?: string } = {}) {
  const { text } = await desk.reply(name, { clientId, action: 'signIn', ...filter }, auditor);
  let whole = '';
  for await (const piece of text ?? []) whole += piece;
  return whole;
}

test('the activity names whose sign-ins are, and no longer once their month is erased', async () => {
  await recordAll();
  expect(await listed()).toEqual([
    'Ravi Rao signed in by password.',
    'Somebody tried to sign in as Meera Nair.',
    'Ravi Rao signed out.',
    'Meera Nair signed in by password.',
  ]);
  await eraseMonth('2026-12');
  expect((await listed()).slice(1)).toEqual([
    'Ravi Rao signed in by password.',
    'Somebody tried to sign in as Meera Nair.',
    'Erased account signed out.',
    'Erased account signed in by password.',
  ]);
});

test('sign-ins that the month’s key makes for nobody are not erased, but of an unknown account', async () => {
  await recordAll();
  clinic.people.length = 0;
  expect((await listed()).slice(1)).toEqual([
    'Somebody tried to sign in as an account.',
    'Unknown account signed out.',
    'Unknown account signed in by password.',
  ]);
});

test('the entries of a month whose key is broken are of an unknown account, and the others are as before', async () => {
  await recordAll();
  const { get } = clinic.keys;
  import.meta.jest.spyOn(clinic.keys, 'get').mockImplementation(async (keyIds) => {
    if (keyIds.includes(streams.signInMonth(clientId, '2026-12'))) throw new Error('unable to authenticate data');
    return get(keyIds);
  });
  expect(await listed()).toEqual([
    'Ravi Rao signed in by password.',
    'Somebody tried to sign in as Meera Nair.',
    'Unknown account signed out.',
    'Unknown account signed in by password.',
  ]);
  expect(await listed({ actorId: ravi.accountId })).toEqual(['Ravi Rao signed in by password.']);
});

test('who has only signed in is named in entries about the account, and in the record of an export', async () => {
  await recordAll();
  const sent = { type: 'LetterSent', data: { purpose: 'reset', subject: { accountId: ravi.accountId } } } as const;
  await clinic.append(streams.account(ravi.accountId), clientId, { ...somebody, id: 'system', name: 'System' }, sent);
  await clinic.project();
  const { body } = await desk.reply('listActivity', { clientId, action: 'other' }, auditor);
  expect(body.entries.map(({ sentence }) => sentence)).toContain('sent Ravi Rao an email to reset the password.');
  desk.exportsMade.length = 0;
  await exported('exportCsv', { actorId: ravi.accountId });
  await exported('exportCsv', { actorId: 'somebody else' });
  expect(desk.exportsMade.map(({ actorId }) => actorId)).toEqual([ravi.accountId, undefined]);
});

test('a person’s entries include the sign-ins of every month that isn’t erased', async () => {
  await recordAll();
  const ofRavi = ['Ravi Rao signed in by password.', 'Ravi Rao signed out.'];
  expect(await listed({ actorId: ravi.accountId })).toEqual(ofRavi);
  expect(await listed({ actorId: ravi.accountId, from: '2027-01-01' })).toEqual(ofRavi.slice(0, 1));
  await eraseMonth('2026-12');
  expect(await listed({ actorId: ravi.accountId })).toEqual(ofRavi.slice(0, 1));
});

test('a person’s entries of all months are paged as one list', async () => {
  await recordAll();
  await record('2027-01', ravi, { type: 'SignedOut', data: {} });
  await clinic.append(
    streams.account(ravi.accountId),
    clientId,
    { kind: 'auditor', id: ravi.accountId, name: ravi.name },
    {
      type: 'PasswordChanged',
      data: {},
    },
  );
  await clinic.project();
  async function paged(pageSize: number, days: { readonly from?: string; readonly to?: string }) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { clientId, actorId: ravi.accountId, pageSize, ...days, ...(cursor !== undefined && { cursor }) };
      const { body, next } = await desk.reply('listActivity', request, auditor);
      expect(body.entries.length).toBeLessThanOrEqual(pageSize);
      found.push(...body.entries.map(({ type, recordedAt }) => `${recordedAt.slice(0, 7)} ${type}`));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    return found;
  }
  const january = ['2027-01 PasswordChanged', '2027-01 SignedOut', '2027-01 SignedIn'];
  for (const pageSize of [1, 2, 3, 4, 50]) {
    expect(await paged(pageSize, {})).toEqual([...january, '2026-12 SignedOut']);
    expect(await paged(pageSize, { from: '2027-01-01', to: '2027-01-21' })).toEqual(january);
    expect(await paged(pageSize, { to: '2027-01-20' })).toEqual(['2026-12 SignedOut']);
  }
});

test('the filter names people who have only signed in, and no alias', async () => {
  await recordAll();
  const { body } = await desk.reply('listActivityActors', { clientId }, auditor);
  const names = body.map(({ name }) => name);
  expect(names).toContain('Ravi Rao');
  expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
  expect(body.map(({ id }) => id).sort()).toEqual([frontDesk.id, ravi.accountId, 'sign-in', 'system'].sort());
});

test('exports name them as the activity does, and are proved also after an erasure', async () => {
  await recordAll();
  expect(await exported('exportCsv')).toMatch(/"Ravi Rao","auditor","web","signed in by password/);
  expect(await exported('exportNdjson')).toContain('"note":"By Ravi Rao."');
  await eraseMonth('2026-12');
  const [csv, ndjson] = [await exported('exportCsv'), await exported('exportNdjson')];
  expect(csv).toMatch(/"Erased account","system","web","signed out/);
  expect(ndjson).toContain('"note":"By Erased account."');
  const publicParts = await publicKeys(clinic.keys);
  const checker = new ExportChecker({
    sha256: (text) => hash('sha256', text, 'hex'),
    isSigned: (signed, text) => isSignedBy(publicParts, signed, text),
  });
  for (const line of ndjson.trimEnd().split('\n')) await checker.check(line);
  expect(await checker.finish()).toMatchObject({ faults: [], entries: 5 });
  for (const text of [csv, ndjson]) {
    for (const line of text.split('\n').filter((found) => found.includes('2026-12'))) {
      expect(line).not.toMatch(/Ravi Rao|Meera Nair/);
      expect(line).not.toContain(ravi.accountId);
    }
  }
});

test('the months before the first that is kept are due, with their number of entries', async () => {
  const due = () => desk.body('listDueSignIns', { clientId });
  await clinic.project();
  expect(await due()).toEqual({ signInYears: null, keptFrom: null, since: null, months: [] });
  await recordAll();
  expect(await due()).toEqual({ signInYears: null, keptFrom: null, since: '2026-12', months: [] });
  const set = { type: 'SignInRetentionSet', data: { signInYears: 2 } } as const;
  await clinic.append(streams.client(clientId), clientId, frontDesk, set);
  clinic.clock.set('2029-01-20T05:00:00.000Z');
  await clinic.project();
  const months = [{ month: '2026-12', entries: 2 }];
  expect(await due()).toEqual({ signInYears: 2, keptFrom: '2027-01', since: '2026-12', months });
  await eraseMonth('2026-12');
  expect(await due()).toMatchObject({ since: '2026-12', months: [] });
});
