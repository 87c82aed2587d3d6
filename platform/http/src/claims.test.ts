import type { Claim } from '@dayline/contracts/claims';
import { ownsClaims } from './claims.ts';

test('a kind of claim that the check does not know is refused by a fault, never allowed', async () => {
  const ownership = { clientOf: async () => 'client' };
  // Casts are safe: the claim is none of the table's, and the check reads no other field of the identity.
  const claims = [{ field: 'id', is: 'somethingNewer' }] as unknown as readonly Claim[];
  await expect(ownsClaims(claims, { id: 'x' }, { clientId: 'client' }, ownership)).rejects.toThrow('somethingNewer');
});
