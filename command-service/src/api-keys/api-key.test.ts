import type { ApiKeyEvent } from '@dayline/contracts/events/displays';
import { specification } from '../testing/given-when-then.ts';
import { apiKey } from './api-key.ts';

const clientId = '01J0000000000000000000000C';
const otherId = '01J0000000000000000000000D';
const [name, hash, until] = ['Laboratory', 'a hash', '2027-11-25T04:30:00.000Z'];

const issue = { kind: 'issue', clientId, name, scopes: ['slots:read', 'patients:lookup'], hash, until } as const;
const issued: ApiKeyEvent = {
  type: 'ApiKeyIssued',
  data: { clientId, name, scopes: ['slots:read', 'patients:lookup'], hash, until },
};
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { name } };
const change = { kind: 'changeScopes', clientId, scopes: ['slots:read'] } as const;
const changed: ApiKeyEvent = { type: 'ApiKeyScopesChanged', data: { name, scopes: ['slots:read'] } };
const revoke = { kind: 'revoke', clientId } as const;

describe('an API key', () => {
  const { given } = specification(apiKey);

  test('is issued once, with its scopes and its end', () => {
    given().when(issue, {}).thenAppends(issued);
    given(issued).when(issue, {}).thenRefused('value.taken');
  });

  test('has other scopes after a change; the same ones change nothing', () => {
    given(issued).when(change, {}).thenAppends(changed);
    given(issued, changed).when(change, {}).thenAppends();
    given(issued, changed)
      .when({ ...change, scopes: issue.scopes }, {})
      .thenAppends({
        type: 'ApiKeyScopesChanged',
        data: { name, scopes: [...issue.scopes] },
      });
  });

  test('is revoked once, and for good', () => {
    given(issued).when(revoke, {}).thenAppends(revoked);
    given(issued, revoked).when(revoke, {}).thenRefused('api-key.unknown');
    given(issued, revoked).when(change, {}).thenRefused('api-key.unknown');
  });

  test('of another client is like one that does not exist', () => {
    for (const command of [change, revoke]) {
      given(issued)
        .when({ ...command, clientId: otherId }, {})
        .thenRefused('api-key.unknown');
      given().when(command, {}).thenRefused('api-key.unknown');
    }
  });
});
