import { CallError, failureText, isSessionOver, NetworkFailure } from '../api/call-error.ts';
import { sharedText as text } from '../text.ts';
import { toastError } from './toast.ts';

// The safety net below every call: an unhandled failure is shown, never lost.
window.addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (!(reason instanceof CallError || reason instanceof NetworkFailure)) return;
  event.preventDefault();
  if (!isSessionOver(reason))
    toastError(failureText(reason, reason instanceof CallError ? text.fault : reason.message));
});
