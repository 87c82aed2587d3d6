import type { PeopleEvent } from '@dayline/contracts/events/client-people';
import { specification } from '../testing/given-when-then.ts';
import { type PeopleContext, people } from './people.ts';

describe('the people of a client', () => {
  const { given } = specification(people);
  const asha = { accountId: '01J00000000000000000000ACC', name: 'Asha Menon', role: 'admin' } as const;
  const ravi = { accountId: '01J00000000000000000000ACD', name: 'Ravi Rao', role: 'admin' } as const;
  const mira = { accountId: '01J00000000000000000000ACE', name: 'Mira Sethi', role: 'auditor' } as const;
  /** An operator, or the account with this id, with these administrators in the vault. */
  const by = (
    actorId = 'operator',
    administrators: readonly string[] = [asha.accountId, ravi.accountId],
  ): PeopleContext => ({
    actorId,
    administrators,
  });
  const event = (
    type: 'AccountInvited' | 'AccountActivated' | 'AccountDeactivated' | 'AccountReactivated',
    of: { readonly accountId: string; readonly name: string; readonly role: string } = asha,
  ) => ({ type, data: of }) as PeopleEvent;
  const deactivated = event('AccountDeactivated');
  const reactivated = event('AccountReactivated');
  const deactivate = { kind: 'deactivate', ...asha } as const;
  const reactivate = { kind: 'reactivate', ...asha } as const;

  test('an account is deactivated once, until it is reactivated', () => {
    given().when(deactivate, by()).thenAppends(deactivated);
    given(deactivated).when(deactivate, by()).thenAppends();
    given(deactivated).when(reactivate, by()).thenAppends(reactivated);
    given(deactivated, reactivated).when(deactivate, by()).thenAppends(deactivated);
    given().when(reactivate, by()).thenAppends();
  });

  test('the last active administrator stays, also for an operator', () => {
    given()
      .when(deactivate, by('operator', [asha.accountId]))
      .thenRefused('account.last-admin');
    given({ type: 'AccountDeactivated', data: ravi }).when(deactivate, by()).thenRefused('account.last-admin');
    given({ type: 'AccountDeactivated', data: mira }).when(deactivate, by()).thenAppends(deactivated);
    // An invited administrator has no password: one more can be withdrawn, and doesn't count as left.
    given()
      .when(deactivate, by('operator', [ravi.accountId]))
      .thenAppends(deactivated);
    given()
      .when({ ...deactivate, evenLast: true }, by('operator', [asha.accountId]))
      .thenAppends(deactivated);
  });

  test('single sign-on is required of all but active administrators, of whom the last stays', () => {
    const require = (...localAdministrators: string[]) => ({ localAdministrators, names: 'Asha Menon' });
    const command = (...ids: string[]) => ({ kind: 'setSingleSignOnPolicy', ...require(...ids) }) as const;
    const set = (...ids: string[]) => ({ type: 'SingleSignOnPolicySet', data: require(...ids) }) as const;
    const optional = { localAdministrators: null, names: '' };
    given().when(command(asha.accountId), by()).thenAppends(set(asha.accountId));
    given(set(asha.accountId, ravi.accountId)).when(command(ravi.accountId, asha.accountId), by()).thenAppends();
    given().when(command(asha.accountId, mira.accountId), by()).thenRefused('provider.local-missing');
    given(deactivated).when(command(asha.accountId), by()).thenRefused('provider.local-missing');
    given(set(asha.accountId)).when(deactivate, by(ravi.accountId)).thenRefused('account.last-local');
    given(set(asha.accountId, ravi.accountId)).when(deactivate, by(ravi.accountId)).thenAppends(deactivated);
    // Reactivated, Ravi has no password yet.
    given(set(asha.accountId, ravi.accountId), event('AccountDeactivated', ravi), event('AccountReactivated', ravi))
      .when(deactivate, by('operator', [asha.accountId, '01J00000000000000000000ACF']))
      .thenRefused('account.last-local');
    given(set(asha.accountId))
      .when({ ...deactivate, evenLast: true }, by())
      .thenAppends(deactivated);
    given(set(asha.accountId))
      .when({ kind: 'setSingleSignOnPolicy', ...optional }, by())
      .thenAppends({ type: 'SingleSignOnPolicySet', data: optional });
    given()
      .when({ kind: 'setSingleSignOnPolicy', ...optional }, by())
      .thenAppends();
  });

  test('nobody deactivates themselves, and of two who deactivate each other one succeeds', () => {
    given().when(deactivate, by(asha.accountId)).thenRefused('account.own');
    given().when(deactivate, by(ravi.accountId)).thenAppends(deactivated);
    given(deactivated)
      .when({ kind: 'deactivate', ...ravi }, by(asha.accountId))
      .thenRefused('session.missing');
    given(deactivated)
      .when({ kind: 'invite', ...mira }, by(asha.accountId))
      .thenRefused('session.missing');
  });

  test('an invitation is followed once, and not after it was withdrawn', () => {
    const invited = event('AccountInvited');
    const activated = event('AccountActivated');
    const activate = { kind: 'activate', ...asha } as const;
    const own = by(asha.accountId);
    given()
      .when({ kind: 'invite', ...asha }, by())
      .thenAppends(invited);
    given(invited).when(activate, own).thenAppends(activated);
    given(invited, activated).when(activate, own).thenAppends();
    given(invited, deactivated).when(activate, own).thenRefused('token.invalid');
    given(invited, deactivated)
      .when({ kind: 'invite', ...asha }, by())
      .thenRefused('account.deactivated');
    given(invited, activated, deactivated, reactivated).when(activate, own).thenAppends(activated);
  });

  test('a name is changed once', () => {
    const renamed = { ...asha, name: 'Asha Rao', former: 'Asha Menon' };
    given()
      .when({ kind: 'rename', ...renamed }, by())
      .thenAppends({ type: 'AccountRenamed', data: renamed });
    given()
      .when({ kind: 'rename', ...renamed, former: 'Asha Rao' }, by())
      .thenAppends();
  });

  test('the policy of second factors is set once', () => {
    const set = (policy: 'optional' | 'administrators') => ({ kind: 'setSecondFactorPolicy', policy }) as const;
    const administrators = { type: 'SecondFactorPolicySet', data: { policy: 'administrators' } } as const;
    given().when(set('optional'), by()).thenAppends();
    given().when(set('administrators'), by()).thenAppends(administrators);
    given(administrators).when(set('administrators'), by()).thenAppends();
    const optional = { type: 'SecondFactorPolicySet', data: { policy: 'optional' } } as const;
    given(administrators).when(set('optional'), by()).thenAppends(optional);
  });

  test('the idle time of sessions is set once, and left to the installation again', () => {
    const set = (minutes: number | null) => ({ kind: 'setSessionIdleTime', minutes }) as const;
    const setTo = (minutes: number | null) => ({ type: 'SessionIdleTimeSet', data: { minutes } }) as const;
    given().when(set(null), by()).thenAppends();
    given().when(set(15), by()).thenAppends(setTo(15));
    given(setTo(15)).when(set(15), by()).thenAppends();
    given(setTo(15)).when(set(30), by()).thenAppends(setTo(30));
    given(setTo(15)).when(set(null), by()).thenAppends(setTo(null));
    given(deactivated).when(set(15), by(asha.accountId)).thenRefused('session.missing');
  });

  test('an account is unbound from single sign-on, by who is active', () => {
    const unbound = { type: 'SingleSignOnUnbound', data: asha } as const;
    const unbind = { kind: 'unbind', ...asha } as const;
    given().when(unbind, by()).thenAppends(unbound);
    given(deactivated).when(unbind, by(asha.accountId)).thenRefused('session.missing');
  });

  test('a second factor is reset with a reason, which ends no deactivation', () => {
    const data = { ...asha, reason: 'The phone was lost' };
    const reset = { type: 'SecondFactorReset', data } as const;
    given(reset)
      .when({ kind: 'resetSecondFactor', ...data }, by())
      .thenAppends(reset);
    given(deactivated, reset).when(deactivate, by()).thenAppends();
  });
});
