import Paper from '@mui/material/Paper';
import { type ComponentProps, type ElementType, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { lazyPiece } from '../../../shared/lazy-piece.ts';
import { paths } from '../../../shared/paths.ts';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, quietText, Span } from '../../../ui/layout/boxes.tsx';
import { rupeeAmount } from '../../../ui/locale/words.ts';
import { useDoctor, useFees, useMeetLink, useWeek } from '../api/queries.ts';
import { weekWords } from '../rules.ts';
import { profileText as text } from '../text.ts';

const CalendarFeedDialog = lazyPiece(() => import('../../../shared/appointments/doctors/calendar-feed-dialog.tsx'));
const OnRequestDialog = lazyPiece(() => import('../../../shared/appointments/doctors/on-request-dialog.tsx'));

type SettingProps<Root extends ElementType> = ComponentProps<Root> & {
  component: Root;
  label: string;
  icon: IconName;
  value: string;
};

function Setting<Root extends ElementType>({ label, icon, value, ...root }: SettingProps<Root>) {
  return (
    <Inline
      {...root}
      gap={1.5}
      sx={{
        width: '100%',
        minHeight: 44,
        px: 2,
        py: 0,
        border: 0,
        '& + &': { borderTop: '1px solid', borderColor: 'divider' },
        bgcolor: 'transparent',
        color: 'inherit',
        font: 'inherit',
        textAlign: 'left',
        textDecoration: 'none',
        cursor: 'pointer',
        '&:hover': { bgcolor: 'surface.raised' },
      }}
    >
      <Icon name={icon} sx={{ color: 'primary.main' }} />
      <Bold sx={{ flexShrink: 0 }}>{label}</Bold>
      <Span
        sx={{
          ml: 'auto',
          py: 1,
          overflowWrap: 'anywhere',
          textAlign: 'right',
          ...quietText,
        }}
      >
        {value}
      </Span>
      <Icon name="right" size={16} />
    </Inline>
  );
}

/** The doctor's other settings, with their current values. */
export function SettingsLinks({ pocId }: { pocId: string | null }) {
  const doctor = useDoctor(pocId).data;
  const fees = useFees(pocId).data?.fees;
  const link = useMeetLink(pocId).data?.link;
  const week = useWeek(pocId).data;
  const [open, setOpen] = useState<'onRequest' | 'calendar'>();
  const close = () => setOpen(undefined);
  const sentence = doctor?.onRequest ?? '';
  const links: readonly { label: string; icon: IconName; to: string; value: string }[] = [
    { label: text.fees, icon: 'fees', to: paths.fees, value: fees ? rupeeAmount(fees) : '' },
    { label: text.meetLink, icon: 'video', to: paths.meetLink, value: link?.replace('https://', '') ?? '' },
    { label: text.schedule, icon: 'clock', to: paths.updateSchedule, value: week ? weekWords(week) : '' },
  ];
  return (
    <Paper component="nav" aria-label={text.settings}>
      {links.map((setting) => (
        <Setting key={setting.label} component={Link} {...setting} />
      ))}
      <Setting
        component="button"
        type="button"
        label={appointmentText.onRequest}
        icon="phone"
        value={doctor ? sentence || text.noRequests : ''}
        onClick={() => setOpen('onRequest')}
      />
      <Setting
        component="button"
        type="button"
        label={text.calendarFeed}
        icon="calendar"
        value={doctor ? (doctor.calendarFeedSince === undefined ? text.noCalendarFeed : text.hasCalendarFeed) : ''}
        onClick={() => setOpen('calendar')}
      />
      <Suspense>
        {open === 'onRequest' && doctor && pocId !== null ? (
          <OnRequestDialog pocId={pocId} name={doctor.name} sentence={sentence} onClose={close} />
        ) : null}
        {open === 'calendar' && doctor && pocId !== null ? (
          <CalendarFeedDialog pocId={pocId} name={doctor.name} onClose={close} />
        ) : null}
      </Suspense>
    </Paper>
  );
}
