import type { DayVisit } from '@dayline/contracts/endpoints/appointments/takings';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { clockTime } from '../../../shared/format/time.ts';
import { Bold, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { dayCloseText as text } from '../text.ts';

/** Rows of a long list shown at first; on paper all are shown. */
const shownAtFirst = 10;

/** A line of a section, shown instead of a list. */
export const Note = ({ children }: { children: ReactNode }) => (
  <Typography sx={{ px: 2, py: 1.5, ...lineAbove, color: 'text.secondary' }}>{children}</Typography>
);

/** Visits with their patient, time and doctor, and an action for each. */
export function Visits(props: {
  label: string;
  visits: readonly DayVisit[];
  /** Shown after the name. */
  state?(visit: DayVisit): string | undefined;
  action?(visit: DayVisit): ReactNode;
}) {
  const { label, visits, state, action } = props;
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && visits.length > shownAtFirst + 1;
  return (
    <>
      <PlainList aria-label={label}>
        {visits.map((visit, index) => (
          <Stack
            component="li"
            key={visit.AppointmentId}
            sx={{
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              columnGap: 1.5,
              alignItems: 'center',
              minHeight: 52,
              px: 2,
              py: 0.75,
              ...lineAbove,
              breakInside: 'avoid',
              ...(isCut && index >= shownAtFirst && { '@media screen': { display: 'none' } }),
            }}
          >
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Bold>
                <PatientLink userId={visit.User_ID} name={visit.UserName} identity={visit.identity}>
                  {visit.UserName ?? appointmentText.erased}
                </PatientLink>
              </Bold>
              <Muted block>
                {[clockTime(visit.AppointmentTime), visit.POCName, state?.(visit)].filter(Boolean).join(', ')}
              </Muted>
            </Box>
            {action?.(visit)}
          </Stack>
        ))}
      </PlainList>
      {isCut ? (
        <Box className="not-on-paper" sx={{ px: 1, py: 0.5, ...lineAbove }}>
          <Button variant="text" onClick={() => setWhole(true)}>
            {text.showAll(visits.length)}
          </Button>
        </Box>
      ) : null}
    </>
  );
}
