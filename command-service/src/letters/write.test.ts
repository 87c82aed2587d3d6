import type { Account } from '@dayline/vault/port';
import { type LetterDeps, letterWriter } from './write.ts';

const account: Account = {
  ...{ accountId: '01J0000000000000000000000A', clientId: '01J0000000000000000000000C', pocId: null },
  ...{ email: 'meera@sunrise.example', name: 'Meera Nair', role: 'admin', passwordHash: 'hash', sessionEpoch: 0 },
};

test('where single sign-on is required, the mail of a reset has a purpose of its own, since its request is named', async () => {
  const vault = {
    accounts: { byEmail: async () => account },
    secondFactors: { localAdministratorsOf: async () => ['another'] },
  };
  // Cast is safe: the jobs below use these parts alone.
  const deps = { vault, trail: { record: () => undefined }, publicUrl: 'https://x.example' } as unknown as LetterDeps;
  const write = letterWriter(deps);
  const trace = { commandId: '', commandDigest: '', correlationId: '', causationId: '', traceparent: null };
  const purposeOf = async (job: object) => {
    const payload = JSON.stringify({ email: account.email, ...job });
    return (await write({ id: 'job', payload, tries: 1 } as Parameters<typeof write>[0]))?.about?.purpose;
  };
  expect(await purposeOf({ kind: 'signIn' })).toBe('providerRequired');
  expect(await purposeOf({ kind: 'reset', trace })).toBe('providerRequiredForReset');
});
