import type { AppointmentStatus, AppointmentType } from '@dayline/contracts/appointments';
import type { ShownIdentity } from '@dayline/contracts/clinic/identity';
import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import { ToneChip } from '../../ui/feedback/tone-chip.tsx';
import { Inline, lineBelow, Muted, Span, Stack } from '../../ui/layout/boxes.tsx';
import { PatientLink } from '../format/patient-link.tsx';
import { PhoneLink } from '../format/phone-link.tsx';
import { sessionText } from '../format/session.ts';
import { clockTime } from '../format/time.ts';
import { StatusChip, statusWord } from './status-chip.tsx';
import { appointmentText as text } from './text.ts';

interface AppointmentCardProps {
  /** HH:mm at the clinic. */
  time: string;
  userId: string;
  /** Null after the patient's erasure. */
  patientName: string | null;
  identity?: ShownIdentity | undefined;
  /** Null after the patient's erasure; absent where no calls are made. */
  phone?: string | null;
  /** The doctor, if the board has several. */
  doctorName?: string;
  type: AppointmentType;
  session?: ShownSession | undefined;
  overbooked?: boolean | undefined;
  /** Confirmed by the link in a message. */
  patientConfirmed?: boolean | undefined;
  /** The amount already paid, as text. */
  partPaid?: string | undefined;
  /** Shown after the type. */
  link?: ReactNode;
  status: AppointmentStatus;
  /** Can still be marked: the chip shows Active. */
  active: boolean;
  /** The card's buttons. */
  actions?: ReactNode;
  /** Further actions, in a menu. */
  menu?: ReactNode;
  focused?: boolean;
  /** The board has a panel on its right: type and doctor are below the name on every screen. */
  compact?: boolean;
  /** The delay, shown below the time. */
  late?: string | undefined;
  /** Token and waiting time, or the room. */
  presence?: string | undefined;
  /** 'Waiting, token 2' instead of Active. */
  stage?: string | undefined;
  /** What is due. */
  due?: ReactNode;
  /** It was just marked here and its toast is still open. */
  marked?: boolean;
  /** Another desk has just changed it: the card flashes once. */
  flash?: boolean;
  ref?: Ref<HTMLElement>;
  onFocus?: () => void;
  onPointerEnter?: () => void;
}

/** In px: one line on a desktop, stacked on a phone. */
export const cardHeight = { xs: 147, md: 64 } as const;

/** A column that grows with its text, for example with a reader's own letter spacing. */
const atLeast = (px: number): string => `minmax(${px}px, max-content)`;

/** The time, and below it the delay, or the token or room. */
function CardTime({ time, late, presence }: { time: string; late: string | undefined; presence: string | undefined }) {
  return (
    <Typography
      component="span"
      sx={{ gridArea: 'time', fontWeight: 600, fontSize: '0.9375rem', whiteSpace: { md: 'nowrap' } }}
    >
      {clockTime(time)}
      {(late ?? presence) === undefined ? null : (
        <Span
          sx={{
            ...{ display: 'block', fontSize: '0.8125rem', lineHeight: '1.125rem' },
            color: late === undefined ? 'primary.main' : 'status.notVisited.main',
          }}
        >
          {late ?? presence}
        </Span>
      )}
    </Typography>
  );
}

function CardActions({ hasMenu, children }: { hasMenu: boolean; children: ReactNode }) {
  return (
    <Inline
      gap={1}
      sx={{
        gridArea: 'actions',
        // Without a menu the buttons extend over its column.
        ...(hasMenu ? {} : { gridColumnEnd: { md: 'menu-end' } }),
        flexWrap: { xs: 'wrap', lg: 'nowrap' },
        justifyContent: { xs: 'flex-start', md: 'flex-end' },
        '@media print': { '&&': { display: 'none' } },
        mt: { xs: children ? 0.5 : 0, md: 0 },
        // Two buttons fit on a line of 302 px.
        '@media (max-width: 599.95px)': {
          '& > .MuiButton-contained, & > .MuiButton-outlined': {
            flex: '1 1 auto',
            px: 1,
            '& .MuiButton-startIcon': { display: 'none' },
          },
        },
      }}
    >
      {children}
    </Inline>
  );
}

/** One line on a desktop and on paper, stacked on a phone. */
const layoutOf = (compact: boolean, hasDoctor: boolean) => ({
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: { xs: 0.5, md: 0, ...(compact ? {} : { lg: 0.5 }) },
  gridTemplateColumns: {
    xs: 'minmax(min-content, 1fr) auto auto',
    md: `${atLeast(84)} minmax(0, 1fr) ${atLeast(116)} 332px 32px`,
    ...(compact ? {} : { lg: `${atLeast(108)} minmax(0, 1fr) 200px ${atLeast(140)} ${atLeast(424)} 32px` }),
  },
  gridTemplateAreas: {
    xs: '"time chip menu" "name name name" "type type type" "actions actions actions"',
    md: '"time name chip actions menu" "time type chip actions menu"',
    ...(compact ? {} : { lg: '"time name type chip actions menu"' }),
  },
  minHeight: cardHeight,
  alignContent: 'center',
  // Only the visible part of a long day is laid out.
  contentVisibility: 'auto',
  // Without padding and border; on a phone the doctor takes a line.
  containIntrinsicBlockSize: { xs: `auto ${hasDoctor ? 167 : 147}px`, md: 'auto 55px' },
  // One line on paper too, which is narrower than a desktop.
  '@media print': {
    '&&': {
      gridTemplateColumns: '108px minmax(0, 1fr) 176px 116px',
      gridTemplateAreas: '"time name type chip"',
      rowGap: 0,
      py: 0.25,
    },
  },
});

const typeWords = ({ type, session, overbooked, patientConfirmed, partPaid }: AppointmentCardProps): string =>
  [
    ...[text.type[type], sessionText(session)],
    ...[overbooked && text.overbooked, patientConfirmed && text.patientConfirmed, partPaid],
  ]
    .filter(Boolean)
    .join(' · ');

/** One appointment of today: 64 px high on a desktop, stacked on a phone. A mark doesn't change its height. */
export function AppointmentCard(props: AppointmentCardProps) {
  const {
    time,
    userId,
    patientName,
    identity,
    phone,
    doctorName,
    link,
    status,
    active,
    actions,
    menu,
    late,
    presence,
    stage,
    due,
  } = props;
  const { focused = false, compact = false, marked = false, flash = false, ref, onFocus, onPointerEnter } = props;
  const name = patientName ?? text.erased;
  return (
    <Stack
      component="article"
      ref={ref}
      tabIndex={-1}
      onFocus={onFocus}
      onPointerEnter={onPointerEnter}
      aria-label={[clockTime(time), late, presence, name, stage ?? statusWord(status, active)]
        .filter((part) => part !== undefined)
        .join(', ')}
      data-flash={flash}
      sx={{
        ...layoutOf(compact, doctorName !== undefined),
        px: 2,
        py: { xs: 1.5, md: 0.5 },
        ...lineBelow,
        '&:last-of-type': { borderBottom: 0 },
        '&:focus-visible': { outlineOffset: '-2px' },
        ...(focused ? { bgcolor: 'surface.raised', boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)' } : {}),
        ...(marked ? { bgcolor: 'status.visited.soft' } : {}),
        '&[data-flash="true"]': { animation: 'dl-flash 1.6s ease-out 1' },
      }}
    >
      <CardTime time={time} late={late} presence={presence} />
      <Box
        sx={{
          gridArea: 'name',
          minWidth: 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: 1.5,
        }}
      >
        <Typography
          component="span"
          sx={{ fontWeight: 600, fontSize: '1.125rem', lineHeight: '1.5rem', overflowWrap: 'anywhere' }}
        >
          <PatientLink userId={userId} name={patientName} identity={identity}>
            {name}
          </PatientLink>
        </Typography>
        {phone === undefined ? null : (
          // A separate touch target, even below the name.
          <Typography variant="caption" sx={{ '& a': { display: 'inline-block', lineHeight: '1.5rem' } }}>
            <PhoneLink phone={phone} />
          </Typography>
        )}
      </Box>
      <Box sx={{ gridArea: 'type', minWidth: 0 }}>
        {doctorName === undefined ? null : <Typography sx={{ fontWeight: 600 }}>{doctorName}</Typography>}
        <Muted block>
          {typeWords(props)}
          {link ? <> · {link}</> : null}
        </Muted>
      </Box>
      <Box
        sx={{
          ...{
            gridArea: 'chip',
            display: 'flex',
            flexDirection: { xs: 'row', md: 'column' },
            flexWrap: { xs: 'wrap' },
          },
          ...{
            alignItems: { xs: 'center', md: 'flex-start' },
            justifyContent: { xs: 'flex-end', md: 'center' },
            gap: 0.5,
          },
        }}
      >
        {stage === undefined ? (
          <StatusChip status={status} active={active} />
        ) : (
          <ToneChip tone="visited" icon="ticket">
            {stage}
          </ToneChip>
        )}
        {due}
      </Box>
      <CardActions hasMenu={Boolean(menu)}>{actions}</CardActions>
      {menu === undefined ? null : (
        <Box sx={{ gridArea: 'menu', display: 'flex', '@media print': { '&&': { display: 'none' } } }}>{menu}</Box>
      )}
    </Stack>
  );
}
