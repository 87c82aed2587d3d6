import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { show } from '../../shared/testing/render.tsx';
import { TabsPanel } from './tabs-panel.tsx';

function Tabs() {
  const [tab, setTab] = useState<'update' | 'blocked'>('update');
  return (
    <TabsPanel<'update' | 'blocked'>
      label="Availability"
      value={tab}
      onChange={setTab}
      tabs={[
        { key: 'update', label: 'Update Slots' },
        { key: 'blocked', label: 'Blocked Slots', count: 3 },
      ]}
    >
      {tab === 'update' ? 'The dates' : 'What is blocked'}
    </TabsPanel>
  );
}

test('arrows move between the tabs and show their panel', async () => {
  const { user, container } = show(<Tabs />);
  await user.click(screen.getByRole('tab', { name: 'Update Slots' }));
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: /Blocked Slots/ })).toHaveFocus();
  expect(within(screen.getByRole('tabpanel', { name: /Blocked Slots/ })).getByText('What is blocked')).toBeVisible();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByText('The dates')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});
