import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { isAction, isInPlace, isRepeatable, pressClock } from './single-press.ts';

let now = 0;
const before = pressClock.now;
beforeEach(() => {
  pressClock.now = () => now;
});
afterEach(() => {
  pressClock.now = before;
});

let done: string[] = [];
const note = (what: string) => () => done.push(what);
beforeEach(() => {
  done = [];
  now += 10_000;
});

/** jsdom has no PointerEvent. */
const pointerDown = (element: Element, clientX: number) =>
  fireEvent(element, new MouseEvent('pointerdown', { bubbles: true, clientX, clientY: 20 }));

/** Like a real mouse: a browser counts clicks on the same place in `detail`, a test driver often doesn't. */
function click(element: Element, { x = 100, after = 1_000, detail = 1 } = {}): void {
  now += after;
  pointerDown(element, x);
  fireEvent.mouseDown(element, { clientX: x, clientY: 20, detail });
  fireEvent.click(element, { clientX: x, clientY: 20, detail });
}

/** Arrived becomes Call in the same place, as another button. */
function Row() {
  const [isThere, setIsThere] = useState(false);
  return isThere ? (
    <button type="button" key="call" onClick={note('call')}>
      Call
    </button>
  ) : (
    <button type="button" key="arrived" onClick={() => setIsThere(done.push('arrived') > 0)}>
      Arrived
    </button>
  );
}

test.each([
  ['counted by the browser', { after: 450, detail: 2 }],
  ['50 ms later, not counted', { after: 50, detail: 1 }],
])('a double click does not press what its first click has put in the place (%s)', (_, second) => {
  render(<Row />);
  click(screen.getByText('Arrived'));
  click(screen.getByText('Call'), second);
  expect(done).toEqual(['arrived']);
  click(screen.getByText('Call'));
  expect(done).toEqual(['arrived', 'call']);
});

test('clicks on two places are two, as soon as they come; of a pager each counts', () => {
  render(
    <>
      <button type="button" onClick={note('one')}>
        One
      </button>
      <button type="button" onClick={note('two')}>
        Two
      </button>
      <button type="button" {...isAction} onClick={note('do')}>
        Do
      </button>
      <nav {...isRepeatable}>
        <button type="button" onClick={note('next')}>
          Next
        </button>
      </nav>
    </>,
  );
  click(screen.getByText('One'));
  click(screen.getByText('Two'), { x: 300, after: 50 });
  // A wizard's Continue stays in its place; an action's button needs a longer pause.
  click(screen.getByText('Two'), { x: 300, after: 200 });
  click(screen.getByText('Do'), { x: 400 });
  click(screen.getByText('Do'), { x: 400, after: 200 });
  click(screen.getByText('Next'));
  click(screen.getByText('Next'), { after: 50, detail: 2 });
  expect(done).toEqual(['one', 'two', 'two', 'do', 'next', 'next']);
});

test('a second click takes the focus from nothing', () => {
  render(<Row />);
  click(screen.getByText('Arrived'));
  now += 50;
  pointerDown(screen.getByText('Call'), 100);
  expect(fireEvent.mouseDown(screen.getByText('Call'), { clientX: 100, clientY: 20 })).toBe(false);
});

test('an Enter or Space that is held or bounces presses nothing; text keeps its keys', () => {
  render(
    <>
      <button type="button">Save</button>
      <button type="button">Yes</button>
      <form {...isInPlace}>
        <input type="radio" aria-label="9:00 AM" />
      </form>
      <input aria-label="Name" />
      <textarea aria-label="Note" />
    </>,
  );
  /** Whether the key has its default effect. */
  const key = (element: Element, key: string, { after = 1_000, repeat = false } = {}): boolean => {
    now += after;
    return fireEvent.keyDown(element, { key, repeat });
  };
  const [save, name, words] = [screen.getByText('Save'), screen.getByLabelText('Name'), screen.getByLabelText('Note')];
  expect([key(save, 'Enter'), key(save, 'Enter', { after: 50 }), key(save, 'Enter', { repeat: true })]).toEqual([
    ...[true, false, false],
  ]);
  // The button of the dialog opened by the first Enter, or its field.
  expect([key(save, 'Enter'), key(screen.getByText('Yes'), 'Enter', { after: 50 })]).toEqual([true, false]);
  expect([key(save, 'Enter'), key(name, 'Enter', { after: 50 })]).toEqual([true, false]);
  // In a wizard, Enter chooses and another Enter continues; a held Enter does neither again.
  const time = screen.getByRole('radio');
  expect([key(time, 'Enter'), key(time, 'Enter', { after: 50 }), key(time, 'Enter', { repeat: true })]).toEqual([
    ...[true, true, false],
  ]);
  expect(key(name, 'Enter')).toBe(true);
  fireEvent.input(name);
  expect(key(name, 'Enter', { after: 50 })).toBe(true);
  expect([key(save, ' '), key(save, ' ', { repeat: true })]).toEqual([true, false]);
  expect(fireEvent.keyUp(save, { key: ' ' })).toBe(false);
  expect([key(words, 'Enter'), key(words, 'Enter', { repeat: true })]).toEqual([true, true]);
  expect([key(name, 'a'), key(name, 'a', { after: 50 }), key(name, ' ', { repeat: true })]).toEqual([true, true, true]);
  // A key that opened the field types nothing into it.
  expect([key(save, 'e'), key(name, 'e', { repeat: true })]).toEqual([true, false]);
  expect([key(save, 'Escape'), key(save, 'Escape', { repeat: true })]).toEqual([true, false]);
});
