import { QueryClient } from '@tanstack/react-query';
import { showToast, useToastState } from '../shared/actions/toast.ts';
import { rememberIdentity } from '../shared/session/session-store.ts';
import { aDoctor, anAdmin } from '../shared/testing/identities.ts';
import { forgetOnPersonChange } from './person-change.ts';

test('somebody else in the same tab finds nothing of the person before; the same person keeps everything', () => {
  const queryClient = new QueryClient();
  rememberIdentity(anAdmin);
  const stop = forgetOnPersonChange(queryClient);
  queryClient.setQueryData(['rows'], ['of the admin']);
  showToast({ message: 'Appointment marked as Visited' });

  rememberIdentity({ ...anAdmin });
  expect(queryClient.getQueryData(['rows'])).toEqual(['of the admin']);
  expect(useToastState.getState().toasts).toHaveLength(1);

  rememberIdentity(aDoctor);
  expect(queryClient.getQueryData(['rows'])).toBeUndefined();
  expect(useToastState.getState().toasts).toEqual([]);
  stop();
});
