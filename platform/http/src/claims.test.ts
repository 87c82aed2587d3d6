import type { Claim } from '@dayline/contracts/claims';
import { type Ownership, ownsClaims } from './claims.ts';

test('a kind of claim that the check does not know is refused by a fault, never allowed', async () => {
  const ownership = { clientOf: async () => 'client' };
  // Casts are safe: the claim is none of the table's, and the check reads no other field of the identity.
  const claims = [{ field: 'id', is: 'somethingNewer' }] as unknown as readonly Claim[];
  await expect(ownsClaims(claims, { id: 'x' }, { clientId: 'client' }, ownership)).rejects.toThrow('somethingNewer');
});

test('a doctor names the own patients alone, an administrator all of the client', async () => {
  const ownership = {
    clientOf: async (_: unknown, id: string) => (id === 'foreign' ? 'other' : 'client'),
    isPatientOf: async (id: string, doctor: string) => id === `of ${doctor}`,
  };
  const claims: readonly Claim[] = [{ field: 'userId', is: 'patient' }];
  const owns = (userId: string, doctor?: string | null, by: Omit<Ownership, 'personOf'> = ownership) =>
    ownsClaims(claims, { userId }, { clientId: 'client', ...(doctor !== undefined && { doctor }) }, by);
  expect(await Promise.all([owns('of asha'), owns('foreign')])).toEqual([true, false]);
  expect(await Promise.all([owns('of asha', 'asha'), owns('of ravi', 'asha'), owns('foreign', 'asha')])).toEqual([
    ...[true, false, false],
  ]);
  // Without a doctor of its own, or where patients aren't known by doctor, it owns no patient.
  expect(await Promise.all([owns('of asha', null), owns('of asha', 'asha', { clientOf: ownership.clientOf })])).toEqual(
    [false, false],
  );
});
