import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { PeopleEvent } from '@dayline/contracts/events/client-people';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { SecondFactorPolicy } from '@dayline/contracts/fields/password';
import { canonicalJson } from '@dayline/contracts/json';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

export interface PeopleState {
  /** The accounts that may not sign in. */
  readonly deactivated: ReadonlySet<string>;
  /** The invited accounts whose owners followed the link. */
  readonly activated: ReadonlySet<string>;
  readonly policy: SecondFactorPolicy;
  /** The accounts that may sign in without the client's sign-in provider; null: all. */
  readonly localAdministrators: readonly string[] | null;
  /** How long sessions may stay unused; null: as the installation has it. */
  readonly idleMinutes: number | null;
}

type DataOf<Type extends PeopleEvent['type']> = Extract<PeopleEvent, { type: Type }>['data'];
type OfAccount<Kind extends string> = { readonly kind: Kind } & DataOf<'AccountDeactivated'>;
export type PeopleCommand =
  | OfAccount<'invite' | 'activate' | 'reactivate'>
  /** `evenLast`: also the last administrator, if the password is public. */
  | (OfAccount<'deactivate'> & { readonly evenLast?: true })
  | ({ readonly kind: 'rename' } & DataOf<'AccountRenamed'>)
  | ({ readonly kind: 'setSecondFactorPolicy' } & DataOf<'SecondFactorPolicySet'>)
  | ({ readonly kind: 'setSessionIdleTime' } & DataOf<'SessionIdleTimeSet'>)
  | ({ readonly kind: 'setSingleSignOnPolicy' } & DataOf<'SingleSignOnPolicySet'>)
  | ({ readonly kind: 'unbind' } & DataOf<'SingleSignOnUnbound'>)
  | OfAccount<'signOut'>
  | ({ readonly kind: 'resetSecondFactor' } & DataOf<'SecondFactorReset'>);

export interface PeopleContext {
  /** The account that decides; another id for an operator. */
  readonly actorId: string;
  /** The administrators with a password, as the vault has them; those deactivated since are in the state. */
  readonly administrators: readonly string[];
}

/** Which accounts of a client may sign in, and who of them needs a second factor. */
export const people: Decider<PeopleState, PeopleCommand, PeopleEvent, PeopleContext> = {
  initial: {
    deactivated: new Set(),
    activated: new Set(),
    policy: 'optional',
    localAdministrators: null,
    idleMinutes: null,
  },
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command, context) {
    // Of two administrators who deactivate each other at once, one comes first.
    if (command.kind !== 'activate' && state.deactivated.has(context.actorId)) return refuse('session.missing');
    switch (command.kind) {
      case 'setSecondFactorPolicy': {
        const { kind: _, ...data } = command;
        return data.policy === state.policy ? [] : [{ type: 'SecondFactorPolicySet', data }];
      }
      case 'setSessionIdleTime': {
        const { kind: _, ...data } = command;
        return data.minutes === state.idleMinutes ? [] : [{ type: 'SessionIdleTimeSet', data }];
      }
      case 'setSingleSignOnPolicy':
        return decideOnSingleSignOn(state, command, context);
      case 'unbind': {
        const { kind: _, ...data } = command;
        return [{ type: 'SingleSignOnUnbound', data }];
      }
      case 'signOut': {
        const { kind: _, ...data } = command;
        return [{ type: 'PersonSignedOut', data }];
      }
      case 'resetSecondFactor': {
        const { kind: _, ...data } = command;
        return [{ type: 'SecondFactorReset', data }];
      }
      case 'rename': {
        const { kind: _, ...data } = command;
        return data.name === data.former ? [] : [{ type: 'AccountRenamed', data }];
      }
      case 'deactivate':
        return decideToDeactivate(state, command, context);
      case 'invite':
      case 'activate':
      case 'reactivate':
        return decideOnAccess(state, command);
      default:
        return unreachable(command);
    }
  },
};

function decideOnSingleSignOn(
  { deactivated, localAdministrators: before }: PeopleState,
  { kind: _, ...data }: Extract<PeopleCommand, { kind: 'setSingleSignOnPolicy' }>,
  { administrators }: PeopleContext,
): readonly PeopleEvent[] | Refusal {
  const { localAdministrators } = data;
  const isActive = (id: string): boolean => administrators.includes(id) && !deactivated.has(id);
  // Otherwise nobody might sign in once the provider is gone.
  if (localAdministrators && !localAdministrators.every(isActive)) return refuse('provider.local-missing');
  const isSame =
    canonicalJson(before && [...before].sort()) ===
    canonicalJson(localAdministrators && [...localAdministrators].sort());
  return isSame ? [] : [{ type: 'SingleSignOnPolicySet', data }];
}

function decideToDeactivate(
  { deactivated, localAdministrators }: PeopleState,
  { accountId, name, role, evenLast }: Extract<PeopleCommand, { kind: 'deactivate' }>,
  { actorId, administrators }: PeopleContext,
): readonly PeopleEvent[] | Refusal {
  if (accountId === actorId) return refuse('account.own');
  if (deactivated.has(accountId)) return [];
  const isLeft = (id: string): boolean => id !== accountId && !deactivated.has(id);
  const isLast = administrators.includes(accountId) && !administrators.some(isLeft);
  if (isLast && !evenLast) return refuse('account.last-admin');
  // A reactivated one without a password yet can't sign in.
  const canSignIn = (id: string): boolean => isLeft(id) && administrators.includes(id);
  const isLastLocal = localAdministrators?.includes(accountId) && !localAdministrators.some(canSignIn);
  if (isLastLocal && !evenLast) return refuse('account.last-local');
  return [{ type: 'AccountDeactivated', data: { accountId, name, role } }];
}

function decideOnAccess(
  { deactivated, activated }: PeopleState,
  { kind, ...data }: OfAccount<'invite' | 'activate' | 'reactivate'>,
): readonly PeopleEvent[] | Refusal {
  const isDeactivated = deactivated.has(data.accountId);
  switch (kind) {
    case 'invite':
      return isDeactivated ? refuse('account.deactivated') : [{ type: 'AccountInvited', data }];
    case 'activate':
      if (isDeactivated) return refuse('token.invalid');
      return activated.has(data.accountId) ? [] : [{ type: 'AccountActivated', data }];
    case 'reactivate':
      return isDeactivated ? [{ type: 'AccountReactivated', data }] : [];
    default:
      return unreachable(kind);
  }
}

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...ids].filter((heldId) => heldId !== id));

function foldOne(state: PeopleState, { type, data }: Recorded<PeopleEvent>): PeopleState {
  const { deactivated, activated } = state;
  switch (type) {
    case 'AccountDeactivated':
      return {
        ...state,
        deactivated: new Set([...deactivated, data.accountId]),
        activated: without(activated, data.accountId),
      };
    case 'AccountReactivated':
      return { ...state, deactivated: without(deactivated, data.accountId) };
    case 'AccountActivated':
      return { ...state, activated: new Set([...activated, data.accountId]) };
    case 'SecondFactorPolicySet':
      return { ...state, policy: data.policy };
    case 'SingleSignOnPolicySet':
      return { ...state, localAdministrators: data.localAdministrators };
    case 'SessionIdleTimeSet':
      return { ...state, idleMinutes: data.minutes };
    case 'AccountInvited':
    case 'AccountRenamed':
    case 'SecondFactorReset':
    case 'SingleSignOnUnbound':
    case 'PersonSignedOut':
      return state;
    default:
      return unreachable(type);
  }
}
