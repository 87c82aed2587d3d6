import type { HoursPreview } from '@dayline/contracts/endpoints/hours-preview';
import Box from '@mui/material/Box';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Bold, lineAbove, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { calendarText as text } from '../text.ts';

/** Whether a change affects any appointment or block, to be shown before it is saved. */
export const isAnybodyAffected = ({ visits, blocks }: HoursPreview): boolean => visits.count + blocks.count > 0;

/** Appointments outside the hours: time, name and doctor, with a link to the patient's page. */
function Visits({ visits: { count, first } }: Pick<HoursPreview, 'visits'>) {
  return (
    <Box component="details" sx={{ mt: 0.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600, py: 0.5 }}>
        {text.who}
      </Box>
      <PlainList
        aria-label={text.whoList}
        tabIndex={0}
        sx={{
          maxHeight: 184,
          overflowY: 'auto',
          bgcolor: 'background.paper',
          color: 'text.primary',
          borderRadius: '4px',
        }}
      >
        {first.map((visit) => (
          <Box component="li" key={visit.appointmentId} sx={{ px: 1.25, py: 0.75, ...lineAbove }}>
            <PatientLink userId={visit.userId} name={visit.patientName}>
              <Bold sx={{ overflowWrap: 'anywhere' }}>{visit.patientName ?? text.erased}</Bold>
            </PatientLink>
            <Muted block>{`${shortWeekdayAndDate(visit.date)}, ${clockTime(visit.time)} · ${visit.pocName}`}</Muted>
          </Box>
        ))}
      </PlainList>
      {first.length < count ? <Muted block>{text.firstOf(first.length, count)}</Muted> : null}
    </Box>
  );
}

/** The effects of a calendar change, before it is saved. */
export function DayPreview({ preview }: { preview: HoursPreview }) {
  const { visits, blocks, removedSlots, addedSlots } = preview;
  const places = [
    removedSlots.places > 0 ? text.capacityRemoved(removedSlots.places) : '',
    addedSlots.places > 0 ? text.capacityAdded(addedSlots.places) : '',
  ].filter(Boolean);
  if (!isAnybodyAffected(preview)) return <Muted role="status">{[text.nobody, ...places].join(' ')}</Muted>;
  return (
    <Banner tone="notVisited" icon="warning">
      {visits.count > 0 ? (
        <>
          <Bold sx={{ display: 'block' }}>{text.outside(visits.count)}</Bold>
          {text.keep}
        </>
      ) : null}
      {blocks.count > 0 ? <Box>{text.blocks(blocks.count)}</Box> : null}
      <Box>{places.join(' ')}</Box>
      {visits.count > 0 ? <Visits visits={visits} /> : null}
    </Banner>
  );
}
