import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Inline, Stack } from '../../ui/layout/boxes.tsx';
import { dateText, dayTimeText } from '../../ui/locale/dates.ts';
import { yourVisitText as text } from './text.ts';

export type Asked = Pick<RequestOf<'answerVisit'>, 'answer' | 'freeFrom'>;
export type Shown = Pick<ResponseOf<'answerVisit'>, 'state' | 'visit' | 'free'>;
export type Visit = NonNullable<Shown['visit']>;

export const dayText = (date: string): string =>
  dateText(Date.parse(`${date}T00:00:00Z`), { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
export const timeText = (time: string): string => dayTimeText(time, '2-digit');

interface AnswersProps {
  readonly isConfirmed: boolean;
  readonly isSending: boolean;
  readonly visit: Visit;
  readonly free: Shown['free'];
  readonly onAsk: (asked: Asked) => void;
}

/** The buttons that answer a message about a visit. */
export function VisitAnswers({ isConfirmed, isSending, visit, free, onAsk }: AnswersProps) {
  const { date, time } = visit;
  const [asks, setAsks] = useState<'cancel' | 'move'>();
  const answer = (is: 'confirm' | 'cancel') => onAsk({ answer: { is, date, time } });
  const keep = () => setAsks(undefined);
  if (asks === 'cancel') {
    const buttons = { yes: text.cancelForGood, isSending, isDanger: true };
    return <AreYouSure asks={text.asksCancel} {...buttons} onYes={() => answer('cancel')} onKeep={keep} />;
  }
  if (asks === 'move') return <OtherTimes {...{ visit, free, isSending, onAsk }} onKeep={keep} />;
  return (
    <Stack gap={1.5}>
      {isConfirmed ? null : (
        <Button variant="contained" disabled={isSending} onClick={() => answer('confirm')}>
          {text.confirm}
        </Button>
      )}
      <Button variant="outlined" disabled={isSending} onClick={() => setAsks('move')}>
        {text.move}
      </Button>
      <Button variant="outlined" disabled={isSending} onClick={() => setAsks('cancel')}>
        {text.cancel}
      </Button>
    </Stack>
  );
}

export function AreYouSure(props: {
  asks: string;
  yes: string;
  isSending: boolean;
  isDanger?: boolean;
  onYes(): void;
  onKeep(): void;
}) {
  const { asks, yes, isSending, isDanger = false, onYes, onKeep } = props;
  return (
    <Stack gap={1.5}>
      <p role="status">{asks}</p>
      <Button variant="contained" color={isDanger ? 'error' : 'primary'} disabled={isSending} onClick={onYes} autoFocus>
        {yes}
      </Button>
      <Button variant="outlined" disabled={isSending} onClick={onKeep}>
        {text.keep}
      </Button>
    </Stack>
  );
}

/** The doctor's free times, a day at a time. */
function OtherTimes(props: Omit<AnswersProps, 'isConfirmed'> & { onKeep(): void }) {
  const { visit, free, isSending, onAsk, onKeep } = props;
  // Where the shown days were looked for, the present one last.
  const [starts, setStarts] = useState([visit.date]);
  const [chosen, setChosen] = useState<{ readonly date: string; readonly time: string }>();
  const freeFrom = starts.at(-1) ?? visit.date;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once a day
  useEffect(() => onAsk({ freeFrom }), [freeFrom]);
  if (chosen) {
    const { date, time } = visit;
    const move = () => onAsk({ answer: { is: 'move', date, time, to: chosen } });
    const asks = text.asksMove(dayText(chosen.date), timeText(chosen.time));
    return <AreYouSure {...{ asks, yes: text.moveThere, isSending, onKeep }} onYes={move} />;
  }
  const day = isSending ? undefined : free;
  const later = day?.later ?? null;
  return (
    <Stack gap={1.5}>
      <Typography component="h2" variant="subtitle1">
        {text.freeTimes(visit.doctor)}
      </Typography>
      <p role="status">{dayLine(day)}</p>
      {day?.date ? <TimeButtons {...day} date={day.date} onChoose={setChosen} /> : null}
      <Inline gap={1} sx={{ justifyContent: 'space-between' }}>
        <Button variant="text" disabled={!day || starts.length === 1} onClick={() => setStarts(starts.slice(0, -1))}>
          {text.earlier}
        </Button>
        <Button
          variant="text"
          disabled={later === null}
          onClick={() => later !== null && setStarts([...starts, later])}
        >
          {text.later}
        </Button>
      </Inline>
      <Button variant="outlined" onClick={onKeep}>
        {text.keepTime}
      </Button>
    </Stack>
  );
}

function dayLine(day: Shown['free']): string {
  if (!day) return text.looking;
  if (day.date !== null) return dayText(day.date);
  return day.later === null ? text.noneLater : text.noneSoon;
}

function TimeButtons(props: {
  date: string;
  times: readonly string[];
  onChoose: (place: { readonly date: string; readonly time: string }) => void;
}) {
  const { date, times, onChoose } = props;
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))' }}>
      {times.map((time) => (
        <Button key={time} variant="outlined" onClick={() => onChoose({ date, time })}>
          {timeText(time)}
        </Button>
      ))}
    </Box>
  );
}
