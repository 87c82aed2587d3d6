import Paper from '@mui/material/Paper';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { Icon, type IconName } from '../../../ui/icons/icon.tsx';
import { Bold, Inline, quietText, Span } from '../../../ui/layout/boxes.tsx';
import { rupeeAmount } from '../../../ui/locale/words.ts';
import { useFees, useMeetLink, useWeek } from '../api/queries.ts';
import { weekWords } from '../rules.ts';
import { profileText as text } from '../text.ts';

/** The doctor's other settings, with their current values. */
export function SettingsLinks({ pocId }: { pocId: string | null }) {
  const fees = useFees(pocId).data?.fees;
  const link = useMeetLink(pocId).data?.link;
  const week = useWeek(pocId).data;
  const links: readonly { label: string; icon: IconName; to: string; value: string }[] = [
    { label: text.fees, icon: 'fees', to: paths.fees, value: fees ? rupeeAmount(fees) : '' },
    { label: text.meetLink, icon: 'video', to: paths.meetLink, value: link?.replace('https://', '') ?? '' },
    { label: text.schedule, icon: 'clock', to: paths.updateSchedule, value: week ? weekWords(week) : '' },
  ];
  return (
    <Paper component="nav" aria-label={text.settings}>
      {links.map(({ label, icon, to, value }, index) => (
        <Inline
          key={label}
          component={Link}
          to={to}
          gap={1.5}
          sx={{
            minHeight: 44,
            px: 2,
            color: 'inherit',
            textDecoration: 'none',
            borderTop: index === 0 ? 0 : '1px solid',
            borderColor: 'divider',
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
      ))}
    </Paper>
  );
}
