import { pendingSignInLifetime, pendingSignIns } from './pending-sign-in.ts';

const account = { accountId: '01J00000000000000000000ACC', sessionEpoch: 3 };
const sessionSecret = 'a secret of the tests, 32 characters or more';
const signIns = pendingSignIns({ sessionSecret, cookieSecure: true });
const at = 1_790_000_000_000;
const headerOf = (setCookie: string): string => setCookie.split(';')[0] ?? '';

test('a pending sign-in is found for five minutes, by every process with the secret', () => {
  const setCookie = signIns.set(account, 'link', at);
  expect(setCookie).toMatch(/^__Host-dayline_sign_in=.*; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const another = pendingSignIns({ sessionSecret, cookieSecure: true });
  const header = `dayline_device=x; ${headerOf(setCookie)}`;
  expect(another.find(header, at + pendingSignInLifetime - 1)).toEqual({ ...account, factor: 'link' });
  expect(another.find(header, at + pendingSignInLifetime)).toBeNull();
});

test('a changed account, epoch, factor or expiry is none, nor is the cookie of another secret', () => {
  const header = headerOf(signIns.set(account, 'link', at));
  const changes: readonly (readonly [string, string])[] = [
    ['0ACC.', '0ACD.'],
    ['.3.', '.4.'],
    ['.link.', '.password.'],
    [`.${at + pendingSignInLifetime}.`, `.${at + 2 * pendingSignInLifetime}.`],
  ];
  for (const [from, to] of changes) {
    expect(header).toContain(from);
    expect(signIns.find(header.replace(from, to), at)).toBeNull();
  }
  const stranger = pendingSignIns({ sessionSecret: sessionSecret.toUpperCase(), cookieSecure: true });
  expect(stranger.find(header, at)).toBeNull();
  for (const none of [undefined, '', '__Host-dayline_sign_in=x']) expect(signIns.find(none, at)).toBeNull();
});
