import { leftOf, sumOf } from '@dayline/contracts/clinic/takings';
import { useState } from 'react';
import { useAct } from '../../shared/actions/act.ts';
import { CallError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/client.ts';
import { instantAtClinic } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { paiseAmount } from '../../ui/locale/words.ts';
import type { Takings } from './rules.ts';
import { dayCloseText as text } from './text.ts';

/** Closes a day with the takings shown; changes made meanwhile are reported and shown. */
export function useClosing(day: string) {
  const { clientId, zone } = useIdentity();
  const { act, isActing } = useAct();
  const [failure, setFailure] = useState<{ day: string; why: string | undefined }>();

  async function close({ position, closings }: Takings, countedCash: number | undefined): Promise<void> {
    setFailure(undefined);
    const cashField = countedCash === undefined ? {} : { countedCash };
    await act({
      send: () => call('closeDay', { clientId, day, position, closings: closings.length, ...cashField }),
      done: ({ totals }) => ({ message: text.isClosed(paiseAmount(leftOf(sumOf(totals)))) }),
      failed: (error) => void setFailure({ day, why: whyOf(error, zone) }),
      refetch: ['getTakings'],
    });
  }

  return { day, close, isClosing: isActing, failed: failure?.day === day ? failure.why : undefined };
}

/** Undefined if the reason isn't known: a dialog says so. */
function whyOf(error: unknown, zone: string): string | undefined {
  if (!(error instanceof CallError) || error.outcome === 'unknown') return undefined;
  const { closed } = error.details;
  const by = closed ? text.somebodyClosed(closed.by, instantAtClinic(closed.at, zone)) : undefined;
  return [text.closeFailed, error.message, by].filter(Boolean).join(' ');
}
