import { leftOf, sumOf } from '@dayline/contracts/clinic/takings';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../shared/actions/toast.ts';
import { CallError, isSessionOver } from '../../shared/api/call-error.ts';
import { useCommand } from '../../shared/api/hooks.ts';
import { instantAtClinic } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { paiseAmount } from '../../ui/locale/words.ts';
import type { Takings } from './rules.ts';
import { dayCloseText as text } from './text.ts';

/** Closes a day with the takings that are shown; what has changed meanwhile is said, and shown. */
export function useClosing(day: string) {
  const { clientId, zone } = useIdentity();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useCommand('closeDay');
  const [failed, setFailed] = useState<{ day: string; why: string | undefined }>();

  async function close({ position, closings }: Takings, countedCash: number | undefined): Promise<void> {
    setFailed(undefined);
    const counted = countedCash === undefined ? {} : { countedCash };
    try {
      const reply = await mutateAsync({ request: { clientId, day, position, closings: closings.length, ...counted } });
      showDone(reply, { message: text.isClosed(paiseAmount(leftOf(sumOf(reply.totals)))) });
    } catch (error) {
      if (isSessionOver(error)) return;
      setFailed({ day, why: whyOf(error, zone) });
    }
    // Without the socket too.
    void client.invalidateQueries({ queryKey: ['getTakings'] });
  }

  return { day, close, isClosing: isPending, failed: failed?.day === day ? failed.why : undefined };
}

/** Undefined if that isn't known: a dialog says so. */
function whyOf(error: unknown, zone: string): string | undefined {
  if (!(error instanceof CallError) || error.outcome === 'unknown') return undefined;
  const { closed } = error.details;
  const by = closed ? text.somebodyClosed(closed.by, instantAtClinic(closed.at, zone)) : undefined;
  return [text.closeFailed, error.message, by].filter(Boolean).join(' ');
}
