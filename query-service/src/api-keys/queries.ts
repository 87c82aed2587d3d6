import { firstDayOfKeyUse } from '@dayline/contracts/partner/api-key';
import type { KeyUseOfDay, KeyUseStore } from '@dayline/vault/port';
import type { Queries } from '../queries/answer.ts';

export interface ApiKeyQueryDeps {
  readonly keyUses: Pick<KeyUseStore, 'since'>;
}

export const apiKeyQueries = ({ keyUses }: ApiKeyQueryDeps): Queries<'listApiKeys'> => ({
  async listApiKeys({ clientId }, { desk }, { now }) {
    const { rows } = await desk.page({ view: 'apiKeys', where: { clientId }, order: [{ field: 'search' }] });
    const keyIds = rows.map(({ key }) => key);
    const uses = await keyUses.since(keyIds, firstDayOfKeyUse(now));
    return {
      body: rows.map(({ key: apiKeyId, name, scopes, issuedAt, until, revokedAt }) => {
        const use = sumOf(uses.filter(({ keyId }) => keyId === apiKeyId));
        return { apiKeyId, name, scopes: [...scopes], issuedAt, until, revokedAt, ...use };
      }),
    };
  },
});

function sumOf(uses: readonly KeyUseOfDay[]) {
  const lastAt = Math.max(0, ...uses.map((use) => use.lastAt));
  return {
    lastUsedAt: lastAt === 0 ? null : new Date(lastAt).toISOString(),
    calls: uses.reduce((sum, { calls }) => sum + calls, 0),
    refusals: uses.reduce((sum, { refusals }) => sum + refusals, 0),
  };
}
