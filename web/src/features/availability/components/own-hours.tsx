import Button from '@mui/material/Button';
import { useCall } from '../../../shared/api/hooks.ts';
import { shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { rangeOf } from '../../../shared/hours/interval.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Banner, Problem } from '../../../ui/feedback/banner.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { type HoursReply, useDayHours } from '../api/use-day-hours.ts';
import { availabilityText as text } from '../text.ts';

/** Shows that a date has hours of its own, with a button that clears them; null for other dates. */
export function OwnHours(props: { pocId: string; date: string; onDone(reply: HoursReply): void }) {
  const { pocId, date, onDone } = props;
  const own = useCall('listDayHours', { pocId }).data?.find((dayHours) => dayHours.date === date);
  const { send, isSending, failure } = useDayHours(pocId, date, onDone);
  if (!own) return null;
  const clear = async () => {
    const title = text.clearQuestion(shortWeekdayAndDate(date));
    if (await confirm({ title, message: text.clearHint, actionLabel: text.clearHours }))
      await send(null, own.intervals);
  };
  return (
    <>
      <Banner
        tone="confirmed"
        icon="clock"
        aside={
          <Button variant="outlined" size="small" loading={isSending} onClick={() => void clear()}>
            {text.clearHours}
          </Button>
        }
      >
        {text.ownHours(own.intervals.map(rangeOf))}
        {own.reason ? <Muted block>{own.reason}</Muted> : null}
      </Banner>
      <Problem>{failure?.message}</Problem>
    </>
  );
}
