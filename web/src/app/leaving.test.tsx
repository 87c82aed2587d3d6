import { keepSignIn, keptSignIn } from '../features/session/kept-sign-in.ts';
import { showToast, useToastState } from '../shared/actions/toast.ts';
import { noteSeen, seenPosition } from '../shared/api/positions.ts';
import { makeQueryClient } from '../shared/api/query-client.ts';
import { holdChange, usePendingChanges } from '../shared/appointments/marking/pending-changes.ts';
import { draftOf, keepDraft } from '../shared/session/drafts.ts';
import { forgetShown } from '../shared/session/forget-shown.ts';
import { rememberIdentity } from '../shared/session/session-store.ts';
import { aDoctor, anAdmin } from '../shared/testing/identities.ts';
import { confirm, useConfirmState } from '../ui/dialogs/confirm.ts';
import { endSession, setNavigation } from './session-end.ts';

const queryClient = makeQueryClient();
let answers: boolean[];

beforeEach(() => {
  rememberIdentity(anAdmin);
  queryClient.setQueryData(['rows'], ['of the admin']);
  noteSeen('00000000000000000009');
  showToast({ kind: 'info', message: 'Appointment marked as Visited' });
  holdChange('an appointment', { Status: 'Availed' });
  sessionStorage.setItem('appointmentsSearchTerm', 'Asha Rao');
  keepDraft('reason', 'Typed by the admin');
  keepSignIn({ side: 'admin', clientId: anAdmin.clientId, email: 'admin@sunrise.example' });
  answers = [];
  void confirm({ title: 'Cancel this appointment?', actionLabel: 'Cancel Appointment' }).then((isConfirmed) =>
    answers.push(isConfirmed),
  );
});

const left = {
  rows: () => queryClient.getQueryData(['rows']) !== undefined,
  position: () => seenPosition() !== undefined,
  toasts: () => useToastState.getState().toasts.length > 0,
  changes: () => usePendingChanges.getState().changes.size > 0,
  search: () => sessionStorage.getItem('appointmentsSearchTerm') !== null,
  draft: () => draftOf('reason', '') !== '',
  signIn: () => keptSignIn() !== undefined,
  question: () => useConfirmState.getState().waiting.length > 0,
};
const remaining = () => Object.entries(left).flatMap(([name, isLeft]) => (isLeft() ? [name] : []));

test('the same person keeps everything', () => {
  rememberIdentity({ ...anAdmin });
  expect(remaining()).toEqual(Object.keys(left));
});

const endHere = () => {
  setNavigation({ here: () => ({ to: '/admin-dashboard', state: null }), go: () => undefined });
  endSession();
};
test.each<[way: string, leave: () => void, kept: readonly (keyof typeof left)[]]>([
  ['signs out', () => forgetShown('gone'), []],
  ['is signed out by the server', endHere, ['rows', 'toasts', 'changes', 'draft', 'signIn']],
  ['signs in again', () => forgetShown('arriving'), ['search', 'draft', 'signIn']],
  ['is followed by somebody else in another tab', () => rememberIdentity(aDoctor), []],
])('a person who %s', async (_, leave, stays) => {
  leave();
  expect(remaining()).toEqual(stays);
  await Promise.resolve();
  expect(answers).toEqual([false]);
});

test('somebody else who signs in in this tab after a session ended finds nothing', () => {
  endHere();
  forgetShown('arriving');
  rememberIdentity(aDoctor);
  expect(remaining()).toEqual([]);
});
