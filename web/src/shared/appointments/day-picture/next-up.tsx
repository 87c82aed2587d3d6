import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Inline, lineAbove, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { PatientLink } from '../../format/patient-link.tsx';
import { clockTime } from '../../format/time.ts';
import { auditStoryPath } from '../../paths.ts';
import { appointmentText, pictureText as text } from '../text.ts';
import { lateText } from './rules.ts';

/** The delay, shown below the time. */
const LateLabel = ({ children }: { children: string | undefined }) =>
  children === undefined ? null : (
    <Span sx={{ display: 'block', fontSize: '0.75rem', lineHeight: '1rem', color: 'status.notVisited.main' }}>
      {children}
    </Span>
  );

/** Above the row's link. */
function RowAction({ action, name }: { action: Action | undefined; name: string }) {
  if (action === undefined) return null;
  const { icon: _, ...plain } = action;
  return (
    <Box sx={{ position: 'relative', mr: -1 }}>
      <ActionButton action={plain} quiet size="small" aria-label={`${action.name}: ${name}`} />
    </Box>
  );
}

/** The next patients: at most five, with a link to the whole day. `noteOf` gives the text at the right of a name. */
export function NextUp(props: {
  rows: readonly TodaysAppointment[];
  now: ClinicTime;
  to: string;
  noteOf(row: TodaysAppointment): string;
  /** Its button, at the end of the row. */
  actionOf?: ((row: TodaysAppointment) => Action | undefined) | undefined;
  /** Whether there are no rows yet: they are loading, or could not be loaded. */
  isLoading: boolean;
  isFailed: boolean;
}) {
  const { rows, now, to, noteOf, actionOf, isLoading, isFailed } = props;
  // The names are aligned below each other.
  const timeWidth = rows.some((row) => lateText(row, now)) ? 100 : 76;
  return (
    <Section
      title={text.nextUp}
      padded={false}
      aside={
        <TextLink
          to={to}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, md: 24 }, my: { xs: -1.5, md: 0 } }}
        >
          {text.today}
        </TextLink>
      }
    >
      {isLoading && !isFailed ? (
        <RowsSkeleton rows={5} columns={3} />
      ) : isLoading || rows.length === 0 ? (
        <Typography
          sx={{
            px: 2,
            py: 4,
            ...lineAbove,
            textAlign: 'center',
            color: 'text.secondary',
          }}
        >
          {isLoading ? appointmentText.notAvailable : text.nobody}
        </Typography>
      ) : (
        <PlainList aria-label={text.nextUp}>
          {rows.map((row) => (
            <Box component="li" key={row.AppointmentId}>
              <Inline
                gap={1}
                sx={{
                  position: 'relative',
                  minHeight: { xs: 44, md: 40 },
                  px: 2,
                  py: 0.5,
                  ...lineAbove,
                  '&:hover': { bgcolor: 'surface.raised' },
                }}
              >
                <Span sx={{ minWidth: timeWidth, flexShrink: 0, fontWeight: 600, whiteSpace: 'nowrap' }}>
                  {/* Over the whole line, but the name. */}
                  <TextLink
                    to={auditStoryPath(row.AppointmentId)}
                    color="inherit"
                    underline="none"
                    sx={{
                      '&::after': { content: '""', position: 'absolute', inset: 0 },
                      '&:focus-visible': { outline: 'none' },
                      '&:focus-visible::after': { outline: '2px solid', outlineOffset: '-2px' },
                    }}
                  >
                    {clockTime(row.AppointmentTime)}
                  </TextLink>
                  <LateLabel>{lateText(row, now)}</LateLabel>
                </Span>
                {/* On a phone the two are stacked, unabridged. */}
                <Span
                  sx={{
                    flex: 1,
                    minWidth: 0,
                    display: 'flex',
                    flexDirection: { xs: 'column', sm: 'row' },
                    columnGap: 1,
                  }}
                >
                  <Typography component="span" sx={{ fontWeight: 600, position: 'relative' }}>
                    <PatientLink userId={row.User_ID} name={row.PatientName} identity={row.identity}>
                      {row.PatientName ?? appointmentText.erased}
                    </PatientLink>
                  </Typography>
                  <Typography
                    component="span"
                    sx={{
                      ml: { sm: 'auto' },
                      maxWidth: { sm: '60%' },
                      flexShrink: 0,
                      textAlign: { sm: 'right' },
                      color: 'text.secondary',
                    }}
                  >
                    {noteOf(row)}
                  </Typography>
                </Span>
                <RowAction action={actionOf?.(row)} name={row.PatientName ?? appointmentText.anErased} />
              </Inline>
            </Box>
          ))}
        </PlainList>
      )}
    </Section>
  );
}
