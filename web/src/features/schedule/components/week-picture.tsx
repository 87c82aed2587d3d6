import { endOf, type Interval, minutesOf, type Weekday, weekdays } from '@dayline/contracts/clinic/schedule';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { clinicToday, weekdayText } from '../../../shared/format/time.ts';
import { nthText, whenText } from '../../../shared/hours/hours-words.ts';
import { type DraftInterval, intervalOf, rangeOf, sumOf } from '../../../shared/hours/interval.ts';
import { hoursText } from '../../../shared/hours/text.ts';
import { Legend } from '../../../ui/charts/legend.tsx';
import { Span, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { dayTimeText } from '../../../ui/locale/dates.ts';
import type { Schedule } from '../api/use-schedule.ts';
import { lanesOf, lengthText, sumOfWeek, sumText, unsavedIds, weekOf } from '../rules.ts';
import { scheduleText as text } from '../text.ts';

/** The picture's height, in px; an hour takes at most 42. */
const maxHeightPx = 464;
const hourAtMost = 42;

/** The picture's range, in full hours; hours that end on the next day go on below midnight. */
function spanOf(schedule: Schedule): { first: number; last: number } {
  const all = weekOf(schedule.draft).flatMap(({ timeIntervals }) => timeIntervals);
  if (all.length === 0) return { first: 8, last: 18 };
  const first = Math.floor(Math.min(...all.map(({ startTime }) => minutesOf(startTime))) / 60);
  const last = Math.ceil(Math.max(...all.map(endOf)) / 60);
  return { first, last: Math.max(last, Math.min(24, first + 6)) };
}

const hourText = (hour: number): string => dayTimeText(String(hour % 24).padStart(2, '0'));
const shortTime = (time: string): string => {
  const hour = Number(time.slice(0, 2)) % 12 || 12;
  return time.endsWith(':00') ? String(hour) : `${hour}${time.slice(2)}`;
};

interface BlockProps {
  day: Weekday;
  interval: DraftInterval;
  first: number;
  hour: number;
  unsaved: boolean;
  wrong: boolean;
  lane: number;
  lanes: number;
  onOpen(): void;
}

/** `2nd, 4th`, or the hours' name. */
function kindOf({ weeks, every, name }: Interval): string | undefined {
  if (weeks) return weeks.map(nthText).join(', ');
  return every ? hoursText.everyCount(every.weeks) : name;
}

function Block({ day, interval, first, hour, unsaved, wrong, lane, lanes, onOpen }: BlockProps) {
  const whole = intervalOf(interval);
  if (!whole) return null;
  const { slots } = sumOf([whole]);
  const kind = kindOf(whole);
  const range = `${shortTime(whole.startTime)} – ${shortTime(whole.endTime)}`;
  const top = ((minutesOf(whole.startTime) - first * 60) / 60) * hour;
  const height = ((endOf(whole) - minutesOf(whole.startTime)) / 60) * hour;
  const slot = Math.max(2, (whole.slotDuration / 60) * hour);
  const ground = wrong ? 'status.cancelled.soft' : unsaved ? 'status.confirmed.soft' : 'primary.main';
  const ink = wrong ? 'status.cancelled.main' : unsaved ? 'status.confirmed.main' : 'primary.contrastText';
  return (
    <ButtonBase
      onClick={onOpen}
      aria-label={[
        whenText(whole, day),
        rangeOf(whole),
        text.block(slots, whole.slotDuration, whole.appointmentsPerSlot),
        ...(whole.name === undefined ? [] : [whole.name]),
        ...(unsaved ? [text.unsavedBlock] : []),
        ...(wrong ? [text.overlapping] : []),
      ].join(', ')}
      style={{
        top,
        height: Math.max(24, height - 1),
        left: `calc(${(100 * lane) / lanes}% + 2px)`,
        width: `calc(${100 / lanes}% - 4px)`,
      }}
      sx={{
        position: 'absolute',
        borderRadius: '4px',
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        containerType: 'inline-size',
        fontSize: '0.75rem',
        lineHeight: '1rem',
        bgcolor: ground,
        color: ink,
        border: unsaved || wrong ? '2px dashed' : 0,
        borderColor: ink,
        '&::before': {
          content: '""',
          position: 'absolute',
          inset: 0,
          opacity: 0.16,
          background: `repeating-linear-gradient(transparent 0 ${slot - 1}px, currentColor ${slot - 1}px ${slot}px)`,
        },
      }}
    >
      <Span
        sx={{
          display: { xs: 'none', sm: 'block' },
          fontWeight: 600,
          // `11:30 – 11:58` needs 80 px; the accessible label always has it in full.
          [`@container (max-width: ${range.length > 11 ? 80 : 48}px)`]: { display: 'none' },
        }}
      >
        {range}
      </Span>
      {height > 40 && kind !== undefined ? (
        <Span
          sx={{ display: { xs: 'none', sm: 'block' }, maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {kind}
        </Span>
      ) : null}
      {height > 54 ? (
        <Span sx={{ display: { xs: 'none', sm: 'block' }, '@container (max-width: 48px)': { display: 'none' } }}>
          {slots} × {whole.appointmentsPerSlot}
          {kind === undefined ? (
            <>
              <br />
              {text.minutes(whole.slotDuration)}
            </>
          ) : null}
        </Span>
      ) : null}
    </ButtonBase>
  );
}

const sign = (look: object) => <Span aria-hidden="true" sx={{ width: 12, height: 12, borderRadius: '3px', ...look }} />;

const legend = () => [
  { label: text.saved, sign: sign({ bgcolor: 'primary.main' }) },
  {
    label: text.notSavedYet,
    sign: sign({ bgcolor: 'status.confirmed.soft', border: '1.5px dashed', borderColor: 'status.confirmed.main' }),
  },
];

function Totals({ schedule }: { schedule: Schedule }) {
  const now = sumOfWeek(weekOf(schedule.draft), clinicToday());
  const difference = now.places - sumOfWeek(schedule.savedWeek, clinicToday()).places;
  return (
    <>
      <strong>{sumText(now, lengthText(now.minutes), text.places(now.places))}</strong>
      {difference === 0
        ? null
        : `, ${difference > 0 ? text.moreThanSaved(difference) : text.fewerThanSaved(-difference)}`}
    </>
  );
}

/** The intervals that can be drawn, each with its lane next to overlapping ones. */
function blocksOf(day: readonly DraftInterval[]) {
  const blocks = day.flatMap((interval) => {
    const whole = intervalOf(interval);
    return whole ? [{ interval, whole }] : [];
  });
  const lanes = lanesOf(blocks.map(({ whole }) => whole));
  return blocks.map(({ interval }, index) => ({ interval, ...(lanes[index] ?? { lane: 0, lanes: 1 }) }));
}

/**
 * The weekly hours as a picture; a click on a block opens its interval, one on a day off adds one. Unsaved blocks are
 * dashed, overlapping ones red.
 */
export function WeekPicture(props: { schedule: Schedule; day: Weekday; onOpen(day: Weekday, id: string): void }) {
  const { schedule, day, onOpen } = props;
  const { first, last } = spanOf(schedule);
  const hour = Math.min(hourAtMost, maxHeightPx / (last - first));
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  const step = hour < 28 ? 2 : 1;
  const changedIds = unsavedIds(schedule.draft, schedule.saved);
  const faulty = new Set(schedule.faults.map(({ id }) => id));
  return (
    <Section title={text.week} aside={<Totals schedule={schedule} />}>
      <Legend entries={legend()} />
      <Stack
        sx={{ gridTemplateColumns: '44px repeat(7, minmax(0, 1fr))', columnGap: { xs: '2px', md: '4px' }, mt: 1.5 }}
      >
        <span />
        {weekdays.map((weekday) => (
          <Box
            key={weekday}
            aria-hidden="true"
            sx={{
              textAlign: 'center',
              // As large as a phone's column allows: the day's button above has the same text.
              fontSize: 'min(0.8125rem, 3.7vw)',
              fontWeight: 600,
              pb: 0.5,
              color: weekday === day ? 'primary.main' : 'text.secondary',
            }}
          >
            {weekdayText(weekday, 'short')}
          </Box>
        ))}
        <Box aria-hidden="true" sx={{ position: 'relative', fontSize: '0.75rem', color: 'text.secondary' }}>
          {hours
            .filter((_, index) => index % step === 0)
            .map((hourMark) => (
              <Span
                key={hourMark}
                sx={{ position: 'absolute', right: 6, lineHeight: '1rem', whiteSpace: 'nowrap' }}
                style={{ top: hourMark === first ? 0 : (hourMark - first) * hour - 8 }}
              >
                {hourText(hourMark)}
              </Span>
            ))}
        </Box>
        {weekdays.map((weekday) => (
          <Box
            key={weekday}
            role="group"
            aria-label={weekdayText(weekday)}
            style={{ height: (last - first) * hour + 2, backgroundSize: `100% ${hour}px` }}
            sx={{
              position: 'relative',
              border: '1px solid',
              borderColor: weekday === day ? 'primary.main' : 'divider',
              boxShadow: weekday === day ? 'inset 0 0 0 1px var(--dl-palette-primary-main)' : 'none',
              borderRadius: '4px',
              backgroundImage: 'linear-gradient(to top, var(--dl-palette-divider) 1px, transparent 1px)',
            }}
          >
            {schedule.draft[weekday].length === 0 ? (
              <ButtonBase
                onClick={() => onOpen(weekday, schedule.add(weekday))}
                aria-label={text.addHours(weekdayText(weekday))}
                sx={{ position: 'absolute', inset: 0, fontSize: 'inherit', color: 'text.secondary' }}
              >
                {text.offAlone}
              </ButtonBase>
            ) : null}
            {blocksOf(schedule.draft[weekday]).map(({ interval, ...place }) => (
              <Block
                {...place}
                key={interval.id}
                day={weekday}
                interval={interval}
                first={first}
                hour={hour}
                unsaved={changedIds.has(interval.id)}
                wrong={faulty.has(interval.id)}
                onOpen={() => onOpen(weekday, interval.id)}
              />
            ))}
          </Box>
        ))}
      </Stack>
    </Section>
  );
}
