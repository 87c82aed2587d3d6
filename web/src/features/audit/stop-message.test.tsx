import type { StoryEntry } from '@dayline/contracts/endpoints/audit/audit';
import { screen } from '@testing-library/react';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import { StopMessage } from './components/stop-message.tsx';
import { stoppableIn } from './story.ts';

const appointmentId = `${testId(201)}_20261121_${testId(1)}`;
const sentence = 'Reminder the day before planned for Nov 20, 6:00 PM';
const reply = { success: true, message: 'Message stopped.', position: '0000000000000009' } as const;
const open = () =>
  show(<StopMessage appointmentId={appointmentId} messageId={2} sentence={sentence} />, { as: anAdmin });

test('the desk stops a planned message', async () => {
  const sent = answer('stopMessage', reply);
  const { user } = open();
  await user.dblClick(screen.getByRole('button', { name: `Stop: ${sentence}` }));
  expect(await screen.findByText('Message stopped')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ appointmentId, messageId: 2 }]);
});

test('a message that is on its way says so', async () => {
  refuse('stopMessage', 'message.sent');
  const { user } = open();
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('This message is on its way already.')).toBeVisible();
});

test('only a message that nothing later is recorded about can be stopped', () => {
  // Cast is safe: only these fields are read.
  const entry = (type: string, messageId: number, position: string) =>
    ({ type, data: { messageId }, position }) as unknown as StoryEntry;
  const [first, second] = [entry('MessagePlanned', 1, '01'), entry('MessagePlanned', 2, '02')];
  const entries = [first, second, entry('MessageDropped', 1, '03')];
  expect(entries.map((each) => stoppableIn(each, entries))).toEqual([null, 2, null]);
});
