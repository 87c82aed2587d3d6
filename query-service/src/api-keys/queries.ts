import type { Queries } from '../queries/answer.ts';

export const apiKeyQueries: Queries<'listApiKeys'> = {
  async listApiKeys({ clientId }, { desk }) {
    const { rows } = await desk.page({ view: 'apiKeys', where: { clientId }, order: [{ field: 'search' }] });
    return {
      body: rows.map(({ key: apiKeyId, name, scopes, issuedAt, until, revokedAt }) => {
        return { apiKeyId, name, scopes: [...scopes], issuedAt, until, revokedAt };
      }),
    };
  },
};
