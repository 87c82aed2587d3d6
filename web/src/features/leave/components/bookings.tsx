import type { LeavePlace } from '@dayline/contracts/endpoints/leave';
import Box from '@mui/material/Box';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { type Choice, choicesFor, type PreviewDay, placeOf } from '../rules.ts';
import { leaveText as text } from '../text.ts';
import { Mark } from './days.tsx';

type Row = PreviewDay['bookings'][number];

export const placeText = ({ date, time, pocName }: LeavePlace): string =>
  text.place(`${shortWeekdayAndDate(date)}, ${clockTime(time)}`, pocName);

function wordsOf(row: Row, choice: Choice): string {
  const place = placeOf(row, choice);
  // The row is below its date, and on a phone there is no room for the date and the doctor's name.
  if (place?.date === row.date) return text.place(clockTime(place.time), place.pocName);
  if (place) return placeText(place);
  return choice === 'cancel' ? text.cancel : text.keep;
}

/** The appointments of the leave, each with what happens to it. */
export function Bookings(props: {
  days: readonly PreviewDay[];
  choiceOf(row: Row): Choice;
  onChoose(row: Row, choice: Choice): void;
}) {
  const { days, choiceOf, onChoose } = props;
  const isDesk = useIdentity().role !== 'doctor';
  return days
    .filter(({ bookings }) => bookings.length > 0)
    .map(({ date, bookings }) => (
      <Box key={date}>
        <Box sx={{ px: 2, py: 0.75, bgcolor: 'background.default', ...lineAbove }}>
          <Bold>{shortWeekdayAndDate(date)}</Bold> <Muted>{text.appointments(bookings.length)}</Muted>
        </Box>
        <PlainList aria-label={shortWeekdayAndDate(date)}>
          {bookings.map((row) => {
            const name = row.patientName ?? appointmentText.anErased;
            return (
              <Box
                component="li"
                key={row.appointmentId}
                sx={{
                  ...{ display: 'grid', columnGap: 1.5, rowGap: 0.5, alignItems: 'center', px: 2, py: 0.5 },
                  gridTemplateColumns: { xs: '84px minmax(0, 1fr)', md: '84px minmax(0, 1fr) minmax(0, 340px)' },
                  ...lineAbove,
                }}
              >
                <Bold>{clockTime(row.time)}</Bold>
                <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Bold>{name}</Bold> <Muted>{appointmentText.type[row.type]}</Muted>
                </Box>
                <Inline gap={1} sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
                  <Mark choice={choiceOf(row)} />
                  <NativeSelectField
                    label={text.choiceFor(name)}
                    labelHidden
                    value={choiceOf(row)}
                    // Cast is safe: the choices are these.
                    onChange={(choice) => onChoose(row, choice as Choice)}
                    choices={choicesFor(row, isDesk).map((choice) => ({ value: choice, label: wordsOf(row, choice) }))}
                  />
                </Inline>
              </Box>
            );
          })}
        </PlainList>
      </Box>
    ));
}
