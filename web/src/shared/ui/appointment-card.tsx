import { type AppointmentStatus, statusWords } from '@dayline/contracts/appointments';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import { clockTime } from '../format/time.ts';
import { StatusChip } from './status-chip.tsx';

interface AppointmentCardProps {
  /** HH:mm of the clinic. */
  time: string;
  /** Null once the patient is erased. */
  patientName: string | null;
  /** The doctor, where the board has more than one. */
  doctorName?: string;
  type: string;
  status: AppointmentStatus;
  /** Can still be marked: the chip says Active. */
  active: boolean;
  /** The card's buttons. */
  actions?: ReactNode;
  /** What else can be done, behind one button. */
  menu?: ReactNode;
  focused?: boolean;
  /** Another desk has just changed it: it flashes once. */
  flash?: boolean;
  ref?: Ref<HTMLElement>;
  onFocus?: () => void;
  onPointerEnter?: () => void;
}

/** One appointment of today: 72 px high on a desk's screen, stacked on a phone. */
export function AppointmentCard(props: AppointmentCardProps) {
  const {
    time,
    patientName,
    doctorName,
    type,
    status,
    active,
    actions,
    menu,
    focused = false,
    flash = false,
    ref,
    onFocus,
    onPointerEnter,
  } = props;
  const name = patientName ?? 'Erased patient';
  return (
    <Box
      component="article"
      ref={ref}
      tabIndex={-1}
      onFocus={onFocus}
      onPointerEnter={onPointerEnter}
      aria-label={`${clockTime(time)}, ${name}, ${statusWords[status]}`}
      data-flash={flash}
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: { xs: 0.5, md: 0, lg: 0.5 },
        gridTemplateColumns: {
          xs: '1fr auto auto',
          md: '84px minmax(0, 1fr) 116px 312px 32px',
          lg: '92px minmax(0, 1fr) 200px 116px 312px 32px',
        },
        gridTemplateAreas: {
          xs: '"time chip menu" "name name name" "type type type" "actions actions actions"',
          md: '"time name chip actions menu" "time type chip actions menu"',
          lg: '"time name type chip actions menu"',
        },
        minHeight: { md: 72 },
        // Of a long day only what is on the screen is laid out.
        contentVisibility: 'auto',
        containIntrinsicBlockSize: { xs: 'auto 180px', md: 'auto 72px' },
        px: 2,
        py: { xs: 1.5, md: 0.5 },
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
        '&:focus-visible': { outlineOffset: '-2px' },
        ...(focused ? { bgcolor: 'surface.raised', boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)' } : {}),
        '&[data-flash="true"]': { animation: 'dl-flash 1.6s ease-out 1' },
      }}
    >
      <Typography
        component="span"
        sx={{ gridArea: 'time', fontWeight: 600, fontSize: '0.9375rem', whiteSpace: 'nowrap' }}
      >
        {clockTime(time)}
      </Typography>
      <Typography component="span" sx={{ gridArea: 'name', fontWeight: 600, fontSize: '1rem', minWidth: 0 }}>
        {name}
      </Typography>
      <Box sx={{ gridArea: 'type', minWidth: 0 }}>
        {doctorName === undefined ? null : <Typography sx={{ fontWeight: 600 }}>{doctorName}</Typography>}
        <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
          {type}
        </Typography>
      </Box>
      <Box sx={{ gridArea: 'chip', display: 'flex' }}>
        <StatusChip status={status} active={active} />
      </Box>
      <Box
        sx={{
          gridArea: 'actions',
          // Without a menu the buttons end where it would.
          ...(menu ? {} : { gridColumnEnd: { md: 'menu-end' } }),
          display: 'flex',
          alignItems: 'center',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          justifyContent: { xs: 'flex-start', md: 'flex-end' },
          gap: 1,
          mt: { xs: actions ? 0.5 : 0, md: 0 },
          // Two buttons share a line of 302 px.
          '@media (max-width: 599.95px)': {
            '& > .MuiButton-contained, & > .MuiButton-outlined': {
              flex: '1 1 auto',
              px: 1,
              '& .MuiButton-startIcon': { display: 'none' },
            },
          },
        }}
      >
        {actions}
      </Box>
      {menu === undefined ? null : <Box sx={{ gridArea: 'menu', display: 'flex' }}>{menu}</Box>}
    </Box>
  );
}
