import { specification } from '../testing/given-when-then.ts';
import { people } from './people.ts';

describe('the people of a client', () => {
  const { given } = specification(people);
  const asha = { accountId: '01J00000000000000000000ACC', name: 'Asha Menon', role: 'admin' } as const;
  const ravi = { accountId: '01J00000000000000000000ACD', name: 'Ravi Rao', role: 'auditor' } as const;
  const deactivated = { type: 'AccountDeactivated', data: asha } as const;
  const reactivated = { type: 'AccountReactivated', data: asha } as const;
  const deactivate = { kind: 'deactivate', ...asha } as const;
  const reactivate = { kind: 'reactivate', ...asha } as const;

  test('an account is deactivated once, until it is reactivated', () => {
    given().when(deactivate, undefined).thenAppends(deactivated);
    given(deactivated).when(deactivate, undefined).thenAppends();
    given(deactivated).when(reactivate, undefined).thenAppends(reactivated);
    given(deactivated, reactivated).when(deactivate, undefined).thenAppends(deactivated);
    given().when(reactivate, undefined).thenAppends();
    given({ type: 'AccountDeactivated', data: ravi }).when(deactivate, undefined).thenAppends(deactivated);
  });

  test('the policy of second factors is set once', () => {
    const set = (policy: 'optional' | 'administrators') => ({ kind: 'setSecondFactorPolicy', policy }) as const;
    const administrators = { type: 'SecondFactorPolicySet', data: { policy: 'administrators' } } as const;
    given().when(set('optional'), undefined).thenAppends();
    given().when(set('administrators'), undefined).thenAppends(administrators);
    given(administrators).when(set('administrators'), undefined).thenAppends();
    const optional = { type: 'SecondFactorPolicySet', data: { policy: 'optional' } } as const;
    given(administrators).when(set('optional'), undefined).thenAppends(optional);
  });

  test('a second factor is reset with a reason, which ends no deactivation', () => {
    const data = { ...asha, reason: 'The phone was lost' };
    const reset = { type: 'SecondFactorReset', data } as const;
    given(reset)
      .when({ kind: 'resetSecondFactor', ...data }, undefined)
      .thenAppends(reset);
    given(deactivated, reset).when(deactivate, undefined).thenAppends();
  });
});
