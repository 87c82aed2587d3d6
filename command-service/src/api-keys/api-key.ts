import type { Scope } from '@dayline/contracts/api-keys/scopes';
import { refuse } from '@dayline/contracts/errors';
import type { ApiKeyEvent } from '@dayline/contracts/events/displays';
import { type ApiKey, foldApiKey } from '@dayline/contracts/partner/api-key';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

export type ApiKeyCommand = { readonly clientId: string } & (
  | {
      readonly kind: 'issue';
      readonly name: string;
      readonly scopes: readonly Scope[];
      readonly hash: string;
      readonly until: string;
    }
  | { readonly kind: 'changeScopes'; readonly scopes: readonly Scope[] }
  | { readonly kind: 'revoke' }
);

/** A partner's key. One of another client, or a revoked one, is answered like one that doesn't exist. */
export const apiKey: Decider<ApiKey | null, ApiKeyCommand, ApiKeyEvent, object> = {
  initial: null,
  fold: foldApiKey,
  decide(state, command) {
    if (command.kind === 'issue') {
      const { clientId, name, scopes, hash, until } = command;
      if (state) return refuse('value.taken');
      return [{ type: 'ApiKeyIssued', data: { clientId, name, scopes: [...scopes], hash, until } }];
    }
    if (!state || state.clientId !== command.clientId || state.isRevoked) return refuse('api-key.unknown');
    const { name } = state;
    switch (command.kind) {
      case 'changeScopes': {
        const scopes = [...command.scopes];
        const isSame = scopes.length === state.scopes.length && scopes.every((scope) => state.scopes.includes(scope));
        return isSame ? [] : [{ type: 'ApiKeyScopesChanged', data: { name, scopes } }];
      }
      case 'revoke':
        return [{ type: 'ApiKeyRevoked', data: { name } }];
      default:
        return unreachable(command);
    }
  },
};
