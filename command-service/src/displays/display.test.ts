import type { DisplayEvent } from '@dayline/contracts/events/displays';
import { specification } from '../testing/given-when-then.ts';
import { display } from './display.ts';

const clientId = '01J0000000000000000000000C';
const otherId = '01J0000000000000000000000D';
const menon = '01J00000000000000000000P01';
const rao = '01J00000000000000000000P02';
const name = 'First Floor Waiting Hall';
const until = '2026-11-26T04:30:00.000Z';
const context = { now: Date.parse(until) };
const link = { hash: 'one', until };

const added: DisplayEvent = { type: 'DisplayAdded', data: { clientId, name, pocIds: [menon, rao], link } };
const linkMade = { type: 'DisplayLinkMade', data: { name, link: { hash: 'two', until } } } as const;
const paired = (sessionHash = 'screen') => ({ type: 'DisplayPaired', data: { name, sessionHash } }) as const;
const revoked = { type: 'DisplayRevoked', data: { name } } as const;
const pair = (linkHash = 'one', sessionHash = 'screen') => ({ kind: 'pair', linkHash, sessionHash }) as const;
const makeLink = { kind: 'makeLink', clientId, link: { hash: 'two', until } } as const;

describe('a display', () => {
  const { given } = specification(display);

  test('is added with a link, and has each doctor once', () => {
    const add = { kind: 'add', clientId, name, pocIds: [menon, rao, menon], link } as const;
    given().when(add, context).thenAppends(added);
    given(added).when(add, context).thenRefused('value.taken');
  });

  test('is paired by its link until the link ends, once', () => {
    given(added).when(pair(), context).thenAppends(paired());
    given(added).when(pair('wrong'), context).thenRefused('token.invalid');
    given(added)
      .when(pair(), { now: context.now + 1 })
      .thenRefused('token.invalid');
    given(added, paired('other')).when(pair(), context).thenRefused('token.invalid');
    given(added, paired()).when(pair(), context).thenAppends();
    given().when(pair(), context).thenRefused('token.invalid');
  });

  test('has one valid link, which replaces the one before, and pairs another screen in its place', () => {
    given(added, paired()).when(makeLink, context).thenAppends(linkMade);
    given(added, linkMade).when(pair('one'), context).thenRefused('token.invalid');
    given(added, paired(), linkMade).when(pair('two', 'another'), context).thenAppends(paired('another'));
  });

  test('is paired with the screen whose code was typed, instead of another one, and its link is void', () => {
    const byCode = { kind: 'pairByCode', clientId, sessionHash: 'screen' } as const;
    given(added).when(byCode, context).thenAppends(paired());
    given(added, paired('another')).when(byCode, context).thenAppends(paired());
    given(added, paired()).when(byCode, context).thenAppends();
    given(added, paired('another')).when(pair(), context).thenRefused('token.invalid');
    given(added, revoked).when(byCode, context).thenRefused('display.unknown');
    given(added)
      .when({ ...byCode, clientId: otherId }, context)
      .thenRefused('display.unknown');
  });

  test('is revoked for good', () => {
    const revoke = { kind: 'revoke', clientId } as const;
    given(added, paired()).when(revoke, context).thenAppends(revoked);
    given(added, revoked).when(revoke, context).thenRefused('display.unknown');
    given(added, revoked).when(makeLink, context).thenRefused('display.unknown');
    given(added, revoked).when(pair(), context).thenRefused('token.invalid');
  });

  test('is unknown to another client', () => {
    given(added).when({ kind: 'revoke', clientId: otherId }, context).thenRefused('display.unknown');
    given(added)
      .when({ ...makeLink, clientId: otherId }, context)
      .thenRefused('display.unknown');
    given().when(makeLink, context).thenRefused('display.unknown');
  });
});
