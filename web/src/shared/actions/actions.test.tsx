import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { show } from '../testing/render.tsx';
import { setShortcutSheet, setSingleKeys, useActions, useWizardKeyList } from './actions.ts';

let marked = 0;
beforeEach(() => {
  marked = 0;
  setSingleKeys(true);
  setShortcutSheet(false);
});

function Board({ enabled = true }: { enabled?: boolean }) {
  useActions([{ shortcut: 'v', name: 'Mark as Visited', perform: () => (marked += 1), enabled }]);
  return <input aria-label="Search" />;
}

test('a single key does what its button does, in small or capital letters', async () => {
  const { user } = show(<Board />);
  await user.keyboard('vV');
  expect(marked).toBe(2);
});

test('never in fields, never with Ctrl, and not while it is not allowed', async () => {
  const { user, unmount } = show(<Board />);
  await user.type(screen.getByRole('textbox'), 'v');
  await user.click(document.body);
  await user.keyboard('{Control>}v{/Control}');
  unmount();
  const second = show(<Board enabled={false} />);
  await second.user.keyboard('v');
  expect(marked).toBe(0);
});

function Steps() {
  useActions([{ shortcut: 'ArrowRight', name: 'Step forward', perform: () => (marked += 1) }]);
  return (
    <section aria-label="wide" tabIndex={-1} style={{ overflowX: 'auto' }}>
      <button type="button">Inside</button>
      <input type="checkbox" aria-label="Choose" />
      <input type="radio" aria-label="Cash" />
    </section>
  );
}

test('an arrow scrolls a focused area that is wider than its room, and is a key elsewhere', async () => {
  const { user } = show(<Steps />);
  const area = screen.getByRole('region', { name: 'wide' });
  area.focus();
  await user.keyboard('{ArrowRight}');
  expect(marked).toBe(1);
  Object.defineProperty(area, 'scrollWidth', { value: 200 });
  await user.keyboard('{ArrowRight}');
  expect(marked).toBe(1);
  area.blur();
  await user.keyboard('{ArrowRight}');
  expect(marked).toBe(2);
  // A button inside doesn't scroll, so the key works; a radio button handles the arrow keys itself.
  screen.getByRole('button', { name: 'Inside' }).focus();
  await user.keyboard('{ArrowRight}');
  screen.getByRole('radio').focus();
  await user.keyboard('{ArrowRight}');
  expect(marked).toBe(3);
});

test('? shows the keys, where they can be switched off', async () => {
  const { user } = show(<Board />);
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: /Keyboard shortcuts/ })).toHaveTextContent('Mark as Visited');
  await user.keyboard('v');
  expect(marked).toBe(0);
  await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts are on' }));
  await user.keyboard('{Escape}');
  await user.keyboard('v');
  expect(marked).toBe(0);
});

function Wizard() {
  useWizardKeyList({ canContinue: true, canGoBack: true });
  return null;
}

test('? lists the keys that a wizard handles itself', async () => {
  const { user } = show(<Wizard />);
  await user.keyboard('?');
  const terms = (await screen.findAllByRole('term')).map((term) => term.textContent);
  expect(terms).toEqual(['Enter', 'Esc', '?']);
});

function Rows({ onNext, onArrived }: { onNext(): void; onArrived(): void }) {
  useActions([
    { shortcut: 'j', name: 'Next row', repeats: true, perform: onNext },
    { shortcut: 'a', name: 'Arrived', perform: onArrived },
    { shortcut: 'ArrowLeft', name: 'Previous Doctor', perform: onNext },
  ]);
  return <input type="checkbox" aria-label="Choose" />;
}

test('keys live after a box was ticked; a held key repeats what moves, and nothing else', async () => {
  const [onNext, onArrived] = [jest.fn(), jest.fn()];
  const { user } = show(<Rows onNext={onNext} onArrived={onArrived} />);
  await user.click(screen.getByRole('checkbox'));
  expect(screen.getByRole('checkbox')).toHaveFocus();
  await user.keyboard('{j>4/}{a>4/}');
  expect([onNext.mock.calls.length, onArrived.mock.calls.length]).toEqual([4, 1]);
});

test('the key sheet names keys as their caps do', async () => {
  const { user } = show(<Rows onNext={() => {}} onArrived={() => {}} />);
  await user.keyboard('?');
  const terms = (await screen.findAllByRole('term')).map((term) => term.textContent);
  expect(terms).toEqual(['J', 'A', '←', '?']);
});
