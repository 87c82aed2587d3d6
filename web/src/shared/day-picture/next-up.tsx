import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { clockTime } from '../format/time.ts';
import { Section } from '../ui/card.tsx';

const nameOf = ({ PatientName }: TodaysAppointment): string => PatientName ?? 'Erased patient';

/** Who comes next: at most five, and the way to the whole day. `beside` says what stands at the right of a name. */
export function NextUp(props: {
  rows: readonly TodaysAppointment[];
  to: string;
  beside(row: TodaysAppointment): string;
}) {
  const { rows, to, beside } = props;
  return (
    <Section
      title="Next up"
      padded={false}
      aside={
        <MuiLink
          component={Link}
          to={to}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, md: 24 } }}
        >
          Today's Appointments
        </MuiLink>
      }
    >
      {rows.length === 0 ? (
        <Typography sx={{ px: 2, py: 3, borderTop: '1px solid', borderColor: 'divider', color: 'text.secondary' }}>
          Nobody is expected any more today.
        </Typography>
      ) : (
        <Box component="ul" aria-label="Next up" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((row) => (
            <Box
              component="li"
              key={row.AppointmentId}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                minHeight: 40,
                px: 2,
                py: { xs: 0.5, sm: 0 },
                borderTop: '1px solid',
                borderColor: 'divider',
              }}
            >
              <Box component="span" sx={{ width: 76, flexShrink: 0, fontWeight: 600, whiteSpace: 'nowrap' }}>
                {clockTime(row.AppointmentTime)}
              </Box>
              {/* On a phone one stands under the other, both whole. */}
              <Box
                component="span"
                sx={{
                  flex: 1,
                  minWidth: 0,
                  display: 'flex',
                  flexDirection: { xs: 'column', sm: 'row' },
                  columnGap: 1,
                  whiteSpace: { sm: 'nowrap' },
                  '& > span': { overflow: { sm: 'hidden' }, textOverflow: 'ellipsis' },
                }}
              >
                <Typography component="span" title={nameOf(row)} sx={{ fontWeight: 600 }}>
                  {nameOf(row)}
                </Typography>
                <Typography component="span" title={beside(row)} sx={{ ml: { sm: 'auto' }, color: 'text.secondary' }}>
                  {beside(row)}
                </Typography>
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Section>
  );
}
