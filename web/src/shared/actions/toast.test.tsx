import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { show } from '../testing/render.tsx';
import { showDone, toastError, toastTimes } from './toast.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const raise = (toast: Parameters<typeof showDone>[1]) => act(() => void showDone({ position: '1' }, toast));
const message = 'Appointment marked as Visited';

test('stays 5 s, an error 3 s', () => {
  show(<p>page</p>);
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  raise({ message });
  expect(region).toHaveTextContent(message);
  act(() => void toastError('Error updating appointment status'));
  expect(screen.getByRole('alert')).toHaveTextContent('Error updating appointment status');
  pass(toastTimes.brief + 10);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByText(message)).toBeInTheDocument();
  pass(toastTimes.standard - toastTimes.brief);
  expect(screen.queryByText(message)).not.toBeInTheDocument();
});

test('nothing is called done that was so already', () => {
  show(<p>page</p>);
  const undo = { name: 'Undo', perform: () => undefined };
  act(() => void showDone({ position: null }, { message, detail: 'Asha Rao, 9:00 AM', action: undo }));
  expect(screen.getByRole('status')).toHaveTextContent('Nothing to change.Asha Rao, 9:00 AM');
  expect(screen.queryByText(message)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Undo/ })).not.toBeInTheDocument();
});

test('its timer waits while it is hovered, and continues from where it stood', () => {
  show(<p>page</p>);
  raise({ message });
  pass(4000);
  fireEvent.pointerEnter(screen.getByText(message));
  pass(60_000);
  expect(screen.getByText(message)).toBeInTheDocument();
  fireEvent.pointerLeave(screen.getByText(message));
  pass(900);
  expect(screen.getByText(message)).toBeInTheDocument();
  pass(200);
  expect(screen.queryByText(message)).not.toBeInTheDocument();
});

test('its timer waits while its button has the focus', () => {
  show(<p>page</p>);
  raise({ message, action: { name: 'Undo', perform: () => undefined } });
  act(() => screen.getByRole('button', { name: /Undo/ }).focus());
  pass(60_000);
  expect(screen.getByText(message)).toBeInTheDocument();
});

test('a toast that waits loses its Undo when the time for it is over', () => {
  show(<p>page</p>);
  raise({ message, action: { name: 'Undo', perform: () => undefined, until: Date.now() + 15_000 } });
  fireEvent.pointerEnter(screen.getByText(message));
  pass(14_000);
  expect(screen.getByRole('button', { name: /Undo/ })).toBeInTheDocument();
  pass(2000);
  expect(screen.queryByRole('button', { name: /Undo/ })).not.toBeInTheDocument();
});

test('the focus goes back to where it came from when its toast goes', () => {
  show(
    <main id="main" tabIndex={-1}>
      page
    </main>,
  );
  const row = document.body.appendChild(document.createElement('button'));
  const undo = () => screen.getByRole('button', { name: /Undo/ });
  const raiseFocused = () => {
    raise({ message, action: { name: 'Undo', perform: () => undefined } });
    act(() => row.focus());
    act(() => undo().focus());
  };
  raiseFocused();
  fireEvent.click(undo());
  expect(row).toHaveFocus();
  raiseFocused();
  row.remove();
  fireEvent.click(undo());
  expect(screen.getByRole('main')).toHaveFocus();
});

test('Dismiss takes the focus of an Undo whose time is over', () => {
  show(<p>page</p>);
  raise({ message, action: { name: 'Undo', perform: () => undefined, until: Date.now() + 15_000 } });
  act(() => screen.getByRole('button', { name: /Undo/ }).focus());
  pass(16_000);
  expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
});

test('a second Undo click sends nothing', () => {
  let undone = 0;
  show(<p>page</p>);
  raise({ message, action: { name: 'Undo', perform: () => (undone += 1) } });
  const button = screen.getByRole('button', { name: /Undo/ });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(undone).toBe(1);
});

test('U undoes', () => {
  let undone = 0;
  show(<p>page</p>);
  raise({ message, action: { name: 'Undo', shortcut: 'u', perform: () => (undone += 1) } });
  fireEvent.keyDown(document.body, { key: 'u' });
  expect(undone).toBe(1);
  expect(screen.queryByText(message)).not.toBeInTheDocument();
});
