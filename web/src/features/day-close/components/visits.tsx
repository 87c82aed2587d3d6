import type { DayVisit } from '@dayline/contracts/endpoints/appointments/takings';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { clockTime } from '../../../shared/format/time.ts';
import { Bold, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';

/** A line of a section, said in place of a list. */
export const Said = ({ children }: { children: ReactNode }) => (
  <Typography sx={{ px: 2, py: 1.5, ...lineAbove, color: 'text.secondary' }}>{children}</Typography>
);

/** Visits with their patient, time and doctor, and what is done with each. */
export function Visits(props: {
  label: string;
  visits: readonly DayVisit[];
  /** After the name. */
  state?(visit: DayVisit): string | undefined;
  action?(visit: DayVisit): ReactNode;
}) {
  const { label, visits, state, action } = props;
  return (
    <PlainList aria-label={label}>
      {visits.map((visit) => (
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
  );
}
