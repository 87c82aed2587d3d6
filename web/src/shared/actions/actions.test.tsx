import { screen } from '@testing-library/react';
import { show } from '../testing/render.tsx';
import { setSingleKeys, useActions, useWizardKeyList } from './actions.ts';

let marked = 0;
beforeEach(() => {
  marked = 0;
  setSingleKeys(true);
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
  return <section aria-label="wide" tabIndex={-1} style={{ overflowX: 'auto' }} />;
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
});

test('? shows the keys, where they can be switched off', async () => {
  const { user } = show(<Board />);
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: /Keys on this page/ })).toHaveTextContent('Mark as Visited');
  await user.keyboard('v');
  expect(marked).toBe(0);
  await user.click(screen.getByRole('switch', { name: 'Single keys are on' }));
  await user.keyboard('{Escape}');
  await user.keyboard('v');
  expect(marked).toBe(0);
});

function Wizard() {
  useWizardKeyList({ goesOn: true, goesBack: true });
  return null;
}

test('? lists the keys that a wizard handles itself', async () => {
  const { user } = show(<Wizard />);
  await user.keyboard('?');
  const terms = (await screen.findAllByRole('term')).map((term) => term.textContent);
  expect(terms).toEqual(['Enter', 'Esc', '?']);
});
