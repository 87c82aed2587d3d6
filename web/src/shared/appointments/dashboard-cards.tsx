import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Muted, Span } from '../../ui/layout/boxes.tsx';
import { countText } from '../../ui/locale/words.ts';
import { appointmentText as text } from './text.ts';

interface Destination {
  to: string;
  /** Navigation state: the next page's identity or filter. */
  state?: object;
}

/** A count for a stat card: undefined while loading, null if it failed. */
export const statValue = (query: { data: number | undefined; isError: boolean }): number | undefined | null =>
  query.data ?? (query.isError ? null : undefined);

const linkStyle = (theme: Theme) => ({
  color: 'inherit',
  textDecoration: 'none',
  minWidth: 0,
  transition: theme.transitions.create('border-color'),
  '&:hover': { borderColor: 'primary.main' },
});

export interface StatCardProps extends Partial<Destination> {
  label: string;
  value: number | undefined | null;
  icon: IconName;
  hint?: ReactNode;
}

/**
 * A figure of the dashboard that links to its list, if it has one. `value` is undefined while loading, null if it
 * failed.
 */
export function StatCard({ label, value, icon, hint, to, state }: StatCardProps) {
  return (
    <Paper
      {...(to === undefined ? {} : { component: Link, to, state })}
      sx={(theme) => ({
        ...(to === undefined ? {} : linkStyle(theme)),
        px: 2,
        py: '14px',
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        alignContent: 'start',
        rowGap: '6px',
      })}
    >
      <Typography component="span" sx={{ fontWeight: 600, color: 'text.secondary' }}>
        {label}
      </Typography>
      <Icon name={icon} sx={{ color: 'primary.main' }} />
      <Typography
        component="span"
        sx={{ gridColumn: '1 / 3', fontSize: '1.75rem', lineHeight: '2rem', fontWeight: 600, letterSpacing: '-.02em' }}
      >
        {value === undefined ? <Skeleton width={72} /> : value === null ? '–' : countText(value)}
      </Typography>
      <Muted
        // On a phone it takes two lines: the space is reserved while it is unknown.
        sx={{ gridColumn: '1 / 3', minHeight: { xs: 36, sm: 18 } }}
      >
        {value === null ? text.notAvailable : (hint ?? '')}
      </Muted>
    </Paper>
  );
}

export interface ActionCardProps extends Destination {
  label: string;
  hint?: string;
  icon: IconName;
}

/** A quick action of the dashboard: its label, and a line about it. */
export function ActionCard({ label, hint, icon, to, state }: ActionCardProps) {
  return (
    <Paper
      component={Link}
      to={to}
      state={state}
      sx={(theme) => ({
        ...linkStyle(theme),
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1.5,
        minHeight: 44,
      })}
    >
      <Icon name={icon} sx={{ color: 'primary.main' }} />
      <Span>
        <Span sx={{ fontWeight: 600, display: 'block' }}>{label}</Span>
        {hint === undefined ? null : <Muted block>{hint}</Muted>}
      </Span>
    </Paper>
  );
}

/** "'Need Help? Contact Support' card goes to /home" (section 2). */
export const HelpCard = ({ to }: { to: string }) => <ActionCard to={to} icon="help" label={text.help} />;
