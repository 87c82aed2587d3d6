import { act, screen, waitFor, within } from '@testing-library/react';
import { useLiveState } from '../../shared/api/live/state.ts';
import { aDoctor } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { RoleShell } from '../shells/role-shell.tsx';
import { AppFrame } from './app-frame.tsx';

const frame = (
  <AppFrame
    title="Sunrise"
    drawerTitle="Sunrise"
    drawerSubtitle="Admin Portal"
    zone="Asia/Kolkata"
    entries={[]}
    condition={null}
    account={null}
  />
);

afterEach(() => act(() => useLiveState.setState({ state: 'live' })));

test('an outage is said in the top bar, so that nothing on the page moves', async () => {
  useLiveState.setState({ state: 'live' });
  show(frame);
  const bar = screen.getByRole('banner');
  act(() => useLiveState.setState({ state: 'offline' }));
  expect(await within(bar).findByText(/^There is no connection to the server\./)).toBeVisible();
  expect(screen.getByRole('main')).not.toHaveTextContent('connection');
  act(() => useLiveState.setState({ state: 'live' }));
  // The banner is loaded late, and may not listen yet when its text is there.
  await waitFor(() => expect(within(bar).queryByText(/connection/)).toBeNull());
});

test("a doctor's top bar has the client's name, the doctor's beside it", () => {
  show(<RoleShell of="doctor" />, { as: aDoctor });
  const bar = screen.getByRole('banner');
  expect(within(bar).getAllByText(aDoctor.clientName)[0]).toBeVisible();
  expect(within(bar).getByRole('button', { name: /Dr\. Asha Menon/ })).toBeVisible();
});
