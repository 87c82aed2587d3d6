import { QueryClient } from '@tanstack/react-query';
import { showToast, useToastState } from '../shared/actions/toast.ts';
import { holdChange, usePendingChanges } from '../shared/appointments/marking/pending-changes.ts';
import { draftOf, keepDraft } from '../shared/session/drafts.ts';
import { forgetShown } from '../shared/session/forget-shown.ts';
import { rememberIdentity } from '../shared/session/session-store.ts';
import { aDoctor, anAdmin } from '../shared/testing/identities.ts';
import { confirm, useConfirmState } from '../ui/dialogs/confirm.ts';
import { forgetOnPersonChange } from './person-change.ts';
import { endSession, leadBy } from './session-end.ts';

let queryClient: QueryClient;
let stop: () => void;
let answers: boolean[];

beforeEach(() => {
  queryClient = new QueryClient();
  rememberIdentity(anAdmin);
  stop = forgetOnPersonChange(queryClient);
  queryClient.setQueryData(['rows'], ['of the admin']);
  showToast({ message: 'Appointment marked as Visited' });
  holdChange('an appointment', { Status: 'Availed' });
  sessionStorage.setItem('appointmentsSearchTerm', 'Asha Rao');
  keepDraft('reason', 'Typed by the admin');
  answers = [];
  void confirm({ title: 'Cancel this appointment?', actionLabel: 'Cancel Appointment' }).then((agreed) =>
    answers.push(agreed),
  );
});
afterEach(() => stop());

const left = {
  rows: () => queryClient.getQueryData(['rows']) !== undefined,
  toasts: () => useToastState.getState().toasts.length > 0,
  changes: () => usePendingChanges.getState().changes.size > 0,
  search: () => sessionStorage.getItem('appointmentsSearchTerm') !== null,
  draft: () => draftOf('reason', '') !== '',
  question: () => useConfirmState.getState().waiting.length > 0,
};
const kept = () => Object.entries(left).flatMap(([name, isLeft]) => (isLeft() ? [name] : []));

test('the same person keeps everything', () => {
  rememberIdentity({ ...anAdmin });
  expect(kept()).toEqual(Object.keys(left));
});

test('somebody else who signed in in another tab finds nothing, and no question is answered by yes', async () => {
  rememberIdentity(aDoctor);
  expect(kept()).toEqual([]);
  await Promise.resolve();
  expect(answers).toEqual([false]);
});

test('somebody else who signs in in this tab finds nothing', () => {
  forgetShown();
  rememberIdentity(aDoctor);
  expect(kept()).toEqual([]);
});

test('a session that ends takes its questions with it; typed text waits for the same person', () => {
  leadBy({ here: () => ({ to: '/admin-dashboard', state: null }), go: () => undefined });
  endSession();
  expect(kept()).not.toContain('question');
  expect(kept()).not.toContain('search');
  expect(kept()).toContain('draft');
});
