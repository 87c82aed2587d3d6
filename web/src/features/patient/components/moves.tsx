import type { Visit } from '@dayline/contracts/endpoints/patients';
import Box from '@mui/material/Box';
import { clockTime, instantAtClinic, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { patientText as text } from '../text.ts';

/** "A visit is one line, 'moved twice' opens it": where it was before. */
export function Moves({ visit: { moves = [] } }: { visit: Visit }) {
  const { zone } = useIdentity();
  if (moves.length === 0) return null;
  return (
    <Box component="details" sx={{ fontSize: '0.8125rem' }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600, color: 'primary.main', width: 'fit-content' }}>
        {text.moved(moves.length)}
      </Box>
      <PlainList aria-label={text.movedFrom}>
        {moves.map(({ date, time, pocName, movedAt, movedBy }) => (
          <li key={movedAt}>
            {`${shortWeekdayAndDate(date)}, ${clockTime(time)}, ${pocName}`}
            <Muted block>{text.movedBy(movedBy, instantAtClinic(movedAt, zone))}</Muted>
          </li>
        ))}
      </PlainList>
    </Box>
  );
}
