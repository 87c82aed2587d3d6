import { specification } from '../testing/given-when-then.ts';
import { account } from './account.ts';

describe('an account', () => {
  const { given } = specification(account);
  const data = { role: 'admin', name: 'Asha', pocId: null, email: 'asha@sunrise.example' } as const;
  const opened = { type: 'AccountOpened', data } as const;
  const changed = (email: string) => ({ type: 'AccountEmailChanged', data: { email } }) as const;
  const changeTo = (email: string) => ({ kind: 'changeEmail', email }) as const;

  test('is opened once', () => {
    given().when({ kind: 'open', data }, undefined).thenAppends(opened);
    given(opened).when({ kind: 'open', data }, undefined).thenAppends();
  });

  test('has another email from a change on, which a repetition doesn’t change', () => {
    const [next, other] = ['asha.menon@sunrise.example', 'a.menon@sunrise.example'];
    given(opened).when(changeTo(next.toUpperCase()), undefined).thenAppends(changed(next));
    given(opened, changed(next)).when(changeTo(next), undefined).thenAppends();
    given(opened).when(changeTo(data.email), undefined).thenAppends();
    given(opened, changed(next)).when(changeTo(other), undefined).thenAppends(changed(other));
    given(opened, changed(next)).when(changeTo(data.email), undefined).thenAppends(changed(data.email));
  });

  test('that was never opened has none to change', () => {
    given().when(changeTo('asha@sunrise.example'), undefined).thenRefused('access.foreign');
  });
});
