import { act, screen } from '@testing-library/react';
import { show } from '../testing/render.tsx';
import { useAddressParams } from './address-params.ts';

function Screen() {
  const { set } = useAddressParams();
  return (
    <button type="button" onClick={() => set({ screen: 'slots' })}>
      Slots
    </button>
  );
}

function Moment() {
  const { set, clear } = useAddressParams();
  return (
    <>
      <button type="button" onClick={() => set({ at: 'noon', with: undefined })}>
        Noon
      </button>
      <button type="button" onClick={clear}>
        Clear
      </button>
    </>
  );
}

test('changes in quick succession are all kept, also of two parts of a page', () => {
  const { router } = show(
    <>
      <Screen />
      <Moment />
    </>,
    { at: '/replay?with=now' },
  );
  /** Before the page has rendered the first change. */
  const clickFast = (...names: readonly string[]) =>
    act(() => {
      for (const name of names) screen.getByRole('button', { name }).click();
    });
  clickFast('Slots', 'Noon');
  expect(router.state.location.search).toBe('?screen=slots&at=noon');
  clickFast('Clear', 'Slots');
  expect(router.state.location.search).toBe('?screen=slots');
});
