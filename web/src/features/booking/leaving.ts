import { useAskBeforeLeaving } from '../../shared/actions/leaving.ts';
import { clearDraft } from './api/draft.ts';
import { bookingText as text } from './text.ts';

const question = () => ({
  title: text.leave,
  message: text.leaveHint,
  actionLabel: text.leaveAction,
  destructive: true,
  cancelLabel: text.stay,
});

/** Asks before a booking in progress is left; a reload keeps it. */
export const useAskBeforeLeavingBooking = (begun: boolean): void =>
  useAskBeforeLeaving(begun, question(), { onLeave: clearDraft, keptOverReload: true });
