import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { useNavigate } from 'react-router-dom';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Inline } from '../../../ui/layout/boxes.tsx';
import { refusalIn, useAct } from '../../actions/act.ts';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/hooks.ts';
import { callsPath, leavePath } from '../../paths.ts';
import { appointmentText as text } from '../text.ts';
import { freestColleague, movesTo } from './colleagues.ts';

/** Dates one after another, which are a leave. */
export const isOneStretch = (dates: readonly string[]): boolean =>
  dates.every((date, index) => index === 0 || date === addDays(dates[index - 1] ?? '', 1));

/**
 * What can be done for everybody on blocked days: moved to the colleague with the most free places, called, or
 * cancelled. Moving starts a leave of these days, which can be undone; where fees differ, the plan asks about them first.
 */
export function AfterBlock({ pocId, dates, count }: { pocId: string; dates: readonly string[]; count: number }) {
  const [from = '', to = from] = [dates[0], dates.at(-1)];
  const days = { pocId, from, to };
  const navigate = useNavigate();
  const { act, isActing } = useAct();
  const { data } = useCall('previewLeave', days);
  const colleague = data && freestColleague(data);
  const move = (colleagueId: string) =>
    act({
      async send() {
        const rows = await movesTo(days, colleagueId);
        if (!rows) {
          void navigate(leavePath({ doctor: pocId, from, to, with: colleagueId, all: 'colleague' }));
          return undefined;
        }
        const reply = await call('startLeave', { ...days, rows });
        void navigate(leavePath({ doctor: pocId, leave: reply.leaveId }));
        return reply;
      },
      failed: (error) => ({ message: text.moveAllFailed, detail: refusalIn(error) }),
    });
  return (
    <Inline gap={1} wrap sx={{ mt: 1 }}>
      {colleague ? (
        <ActionButton
          size="small"
          primary
          sx={{ whiteSpace: 'normal' }}
          action={{
            name: text.moveAll(count, colleague.pocName, colleague.free),
            isPending: isActing,
            perform: () => void move(colleague.pocId),
          }}
        />
      ) : null}
      <LinkButton size="small" variant="outlined" to={callsPath(pocId, dates, 'blocked')}>
        {text.callAll(count)}
      </LinkButton>
      <LinkButton size="small" variant="outlined" to={leavePath({ doctor: pocId, from, to, all: 'cancel' })}>
        {text.cancelAll(count)}
      </LinkButton>
    </Inline>
  );
}
