import type { HoursPreview } from '@dayline/contracts/endpoints/hours-preview';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { formatText } from '../../../shared/format/text.ts';
import { clockTime, shortDate, shortWeekdayAndDate, weekdayText } from '../../../shared/format/time.ts';
import { rangeOf } from '../../../shared/hours/interval.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Span, Stack } from '../../../ui/layout/boxes.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import type { PreviewedWeek } from '../api/use-save.ts';
import type { Schedule } from '../api/use-schedule.ts';
import { changedDays } from '../merge.ts';
import { scheduleText as text } from '../text.ts';

/** The effects of a save, before anything is written. */
export default function PreviewDialog(props: {
  schedule: Schedule;
  previewed: PreviewedWeek;
  doctor: string | undefined;
}) {
  const { schedule, previewed, doctor } = props;
  const { effects } = previewed;
  return (
    <FormDialog
      wide="columns"
      title={text.previewTitle}
      about={[...(doctor ? [doctor] : []), ...aboutOf(schedule, previewed)].join(' · ')}
      onClose={schedule.keepEditing}
      onSubmit={() => void schedule.savePreviewed(previewed)}
      actions={
        <>
          <Muted sx={{ mr: 'auto', display: { xs: 'none', sm: 'block' } }}>{text.nothingWritten}</Muted>
          <Button variant="outlined" onClick={schedule.keepEditing} disabled={schedule.saving}>
            {text.keepEditing}
          </Button>
          <Button type="submit" loading={schedule.saving}>
            {text.saveSchedule}
          </Button>
        </>
      }
    >
      <Stack
        gap={3}
        sx={{ alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' } }}
      >
        <Visits {...effects} />
        <Stack gap={2}>
          <Times title={text.removedSlots} icon="cross" colour="status.notVisited.main" times={effects.removedSlots} />
          <Times title={text.addedSlots} icon="plus" colour="status.visited.main" times={effects.addedSlots} />
          <Blocks {...effects.blocks} />
        </Stack>
      </Stack>
    </FormDialog>
  );
}

/** The weekly hours' first and last day, and the changed days. */
function aboutOf({ edit, until }: Schedule, { base, week }: PreviewedWeek): string[] {
  const days = changedDays(base.week, week).map((day) => weekdayText(day));
  return [
    text.holdsIn(edit.from && shortDate(edit.from), until && shortDate(until)),
    ...(days.length > 0 ? [text.daysChange(days)] : []),
  ];
}

/** Appointments outside the new hours, with links to the patients' pages. */
function Visits({
  visits: { count, first },
  elsewhere,
  booked,
}: Pick<HoursPreview, 'visits' | 'elsewhere' | 'booked'>) {
  const words = [
    ...(first.length < count ? [text.firstOf(first.length, count)] : []),
    ...(booked > count ? [text.othersInside(booked - count)] : []),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      {count === 0 ? (
        <Banner tone="visited" icon="check">
          {text.nobodyOutside}
        </Banner>
      ) : (
        <Banner tone="notVisited" icon="warning">
          <Bold>{text.outside(count)}</Bold> {text.keepPlace}
        </Banner>
      )}
      <VisitList label={text.outsideList} visits={first} />
      <Muted block>{words.length === 0 ? undefined : words.join(' ')}</Muted>
      {elsewhere ? (
        <>
          <Banner tone="notVisited" icon="warning">
            {text.elsewhere(elsewhere.count)}
          </Banner>
          <VisitList label={text.elsewhereList} visits={elsewhere.first} />
        </>
      ) : null}
    </Box>
  );
}

function VisitList({ label, visits }: { label: string; visits: HoursPreview['visits']['first'] }) {
  return (
    <PlainList aria-label={label}>
      {visits.map((visit) => (
        <Stack
          component="li"
          key={visit.appointmentId}
          sx={{
            gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '170px minmax(0, 1fr) auto' },
            columnGap: 1.5,
            alignItems: 'center',
            minHeight: 40,
            py: 0.5,
            ...lineAbove,
            '&:first-of-type': { borderTop: 0 },
          }}
        >
          <Span sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            {shortWeekdayAndDate(visit.date)}, <Bold>{clockTime(visit.time)}</Bold>
          </Span>
          <Span sx={{ overflowWrap: 'anywhere' }}>
            <PatientLink userId={visit.userId} name={visit.patientName}>
              <Bold>{visit.patientName ?? appointmentText.erased}</Bold>
            </PatientLink>
          </Span>
          <Muted>{visit.patientPhone === null ? undefined : phoneText(visit.patientPhone)}</Muted>
        </Stack>
      ))}
    </PlainList>
  );
}

/** Removed or added slots; all are counted. */
function Times(props: { title: string; icon: IconName; colour: string; times: HoursPreview['removedSlots'] }) {
  const { title, icon, colour, times } = props;
  if (times.places === 0) return null;
  return (
    <Part title={title} aside={text.placeCount(times.places)}>
      {times.first.map(({ weekday, from, to, places, dates, firstDate, lastDate }) => (
        <Line
          key={`${weekday} ${from} ${to}`}
          icon={icon}
          colour={colour}
          what={`${weekdayText(weekday)}, ${rangeOf({ startTime: from, endTime: to })}`}
          more={text.onDates(
            dates,
            dates === 1 ? shortDate(firstDate) : formatText.range(shortDate(firstDate), shortDate(lastDate)),
          )}
          aside={text.placeCount(places)}
        />
      ))}
    </Part>
  );
}

function Blocks({ count, first }: HoursPreview['blocks']) {
  if (count === 0) return null;
  return (
    <Part title={text.blocksTitle} aside={String(count)}>
      {first.map(({ date, from, to, reason }) => (
        <Line
          key={`${date} ${from}`}
          icon="blocked"
          colour="status.blocked.main"
          what={`${shortWeekdayAndDate(date)}, ${rangeOf({ startTime: from, endTime: to })}`}
          more={reason ?? undefined}
        />
      ))}
      <Muted>{text.blockStays}</Muted>
    </Part>
  );
}

const Part = ({ title, aside, children }: { title: string; aside: string; children: ReactNode }) => (
  <Box component="section" aria-label={title}>
    <Inline gap={1} sx={{ justifyContent: 'space-between', mb: 0.5 }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Bold sx={{ whiteSpace: 'nowrap' }}>{aside}</Bold>
    </Inline>
    {children}
  </Box>
);

function Line(props: { icon: IconName; colour: string; what: string; more: string | undefined; aside?: string }) {
  const { icon, colour, what, more, aside } = props;
  return (
    <Stack sx={{ gridTemplateColumns: '20px minmax(0, 1fr) auto', columnGap: 0.5, py: 0.5 }}>
      <Span sx={{ color: colour, pt: '2px' }}>
        <Icon name={icon} size={14} />
      </Span>
      <Span>
        {what}
        <Muted block>{more}</Muted>
      </Span>
      <Muted sx={{ whiteSpace: 'nowrap', pt: '2px' }}>{aside}</Muted>
    </Stack>
  );
}
