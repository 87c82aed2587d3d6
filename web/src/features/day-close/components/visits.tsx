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

/** Rows of a long list shown at first. */
const shownAtFirst = 10;
/** Rows of a list on paper, of which there are two: with them the day has two pages of A4 at most. */
export const maxOnPaper = 54;

/** On paper a list has three columns, and a row is one line of a length that never wraps. */
export const paperList = { '@media print': { columnCount: 3, columnGap: '4mm' } } as const;
export const paperRow = {
  breakInside: 'avoid',
  '@media print': {
    display: 'block',
    minHeight: 0,
    p: 0,
    pl: 2,
    border: 0,
    fontSize: '7.5pt',
    lineHeight: '4mm',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    '&& *': { display: 'inline', fontSize: 'inherit', lineHeight: 'inherit' },
    '&& * + *': { ml: '1mm' },
  },
} as const;

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
      <PlainList aria-label={label} sx={paperList}>
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
              ...paperRow,
              ...(isCut && index >= shownAtFirst && { '@media screen': { display: 'none' } }),
              ...(index >= maxOnPaper && { '@media print': { display: 'none' } }),
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
      {visits.length > maxOnPaper ? (
        <Box sx={{ display: 'none', px: 2, '@media print': { display: 'block', fontSize: '7.5pt' } }}>
          {text.moreOnScreen(visits.length - maxOnPaper)}
        </Box>
      ) : null}
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
