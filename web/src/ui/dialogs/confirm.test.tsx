import { act, screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { show } from '../../shared/testing/render.tsx';
import { alert, confirm } from './confirm.ts';

const question = { title: 'Mark this appointment as Visited?', actionLabel: 'Mark as Visited' };

async function ask<T>(open: () => Promise<T>): Promise<Promise<T>[]> {
  let answer: Promise<T> | undefined;
  await act(async () => {
    answer = open();
  });
  // In an array, so that awaiting this function doesn't await the promise inside.
  return answer ? [answer] : [];
}

test('the action answers yes, and the question goes', async () => {
  const { user, baseElement } = show(<p>page</p>);
  const [answer] = await ask(() => confirm(question));
  expect(screen.getByRole('alertdialog', { name: question.title })).toBeInTheDocument();
  expect(await axe(baseElement)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Mark as Visited' }));
  await expect(answer).resolves.toBe(true);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

test.each(['Cancel', 'Escape'])('%s answers no', async (way) => {
  const { user } = show(<p>page</p>);
  const [answer] = await ask(() => confirm(question));
  if (way === 'Cancel') await user.click(screen.getByRole('button', { name: 'Cancel' }));
  else await user.keyboard('{Escape}');
  await expect(answer).resolves.toBe(false);
});

test('Enter takes the action, but in a destructive question Cancel has the focus', async () => {
  const { user } = show(<p>page</p>);
  const [first] = await ask(() => confirm(question));
  await user.keyboard('{Enter}');
  await expect(first).resolves.toBe(true);
  const [second] = await ask(() => confirm({ ...question, destructive: true }));
  await user.keyboard('{Enter}');
  await expect(second).resolves.toBe(false);
});

test('two questions wait for one another; an alert has only OK', async () => {
  const { user } = show(<p>page</p>);
  const [first] = await ask(() => alert('Please complete all required fields before confirming.'));
  const [second] = await ask(() => confirm(question));
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await first;
  await user.click(await screen.findByRole('button', { name: 'Mark as Visited' }));
  await expect(second).resolves.toBe(true);
});
