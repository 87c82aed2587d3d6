import { keyScopes } from '@dayline/contracts/api-keys/scopes';
import { streams } from '@dayline/contracts/events/categories';
import type { ApiKeys } from '@dayline/http/partner/api-keys';
import type { TestClinic } from './clinic.ts';
import { frontDesk, sunrise } from './sunrise.ts';

/** The Authorization header of a partner's key with every scope. */
export async function issuedKey(clinic: TestClinic, apiKeys: Pick<ApiKeys, 'newSecret'>): Promise<string> {
  const id = clinic.newId();
  const { hash, keyOf } = apiKeys.newSecret(id);
  const { clientId } = sunrise;
  const data = { clientId, name: 'Laboratory', scopes: [...keyScopes], hash, until: '2099-01-01T00:00:00.000Z' };
  await clinic.append(streams.apiKey(id), clientId, frontDesk, { type: 'ApiKeyIssued', data });
  return `Bearer ${keyOf(id)}`;
}
