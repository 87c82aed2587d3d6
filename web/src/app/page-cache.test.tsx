import { jest } from '@jest/globals';
import { rememberIdentity } from '../shared/session/session-store.ts';
import { anAdmin } from '../shared/testing/identities.ts';
import { hideWhenKept } from './page-cache.ts';

const fire = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  dispatchEvent(new PageTransitionEvent(type, { persisted }));
const { style } = document.documentElement;

test('a page with a person’s data that the browser keeps shows nothing on Back, and loads again', () => {
  const reload = jest.fn();
  hideWhenKept(reload);
  // Without a person's data there is nothing to hide, and a page that isn't kept is gone.
  fire('pagehide', true);
  fire('pageshow', true);
  rememberIdentity(anAdmin);
  fire('pagehide', false);
  expect(style.visibility).toBe('');
  expect(reload).not.toHaveBeenCalled();
  fire('pagehide', true);
  expect(style.visibility).toBe('hidden');
  fire('pageshow', true);
  expect(reload).toHaveBeenCalledTimes(1);
});
