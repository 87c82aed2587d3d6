import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { openPatientSearch, searchKeys } from '../../features/patient-search/open-state.ts';
import { isForeignZone, longDate, shortDate } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { Key } from '../../ui/buttons/key.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline, lineBelow, Muted, Span } from '../../ui/layout/boxes.tsx';
import { frame } from '../../ui/theme/tokens.ts';
import { chromeText as text } from './text.ts';

const Rule = () => (
  <Box
    aria-hidden="true"
    sx={{ width: '1px', height: 16, bgcolor: 'divider', flexShrink: 0, display: { xs: 'none', md: 'block' } }}
  />
);

/** A field's look on a wide screen, an icon on a narrow one. */
const SearchButton = () => (
  <>
    <IconButton aria-label={text.findPatient} onClick={openPatientSearch} sx={{ display: { md: 'none' } }}>
      <Icon name="search" />
    </IconButton>
    <Button
      variant="outlined"
      color="inherit"
      size="small"
      onClick={openPatientSearch}
      startIcon={<Icon name="search" size={16} />}
      sx={{
        display: { xs: 'none', md: 'inline-flex' },
        gap: 0.5,
        fontWeight: 400,
        color: 'text.secondary',
        borderColor: 'divider',
      }}
    >
      {text.findPatient}
      <Span sx={{ display: { xs: 'none', lg: 'flex' }, gap: 0.5, ml: 0.5 }}>
        {searchKeys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
      </Span>
    </Button>
  </>
);

/** Up to three lines, above the date: whole at 360 px for 'Sunrise Multispeciality Hospital'. */
const titleOnPhone = {
  fontWeight: 600,
  fontSize: '0.75rem',
  lineHeight: 1.1,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '3',
  overflow: 'hidden',
} as const;

/** The bar above every signed-in page: client and date at the left, live state and account at the right. */
export function TopBar(props: {
  /** The client's name. */
  title: string;
  /** The clinic's time zone, whose date is shown. */
  zone: string;
  /** Shown over title and date during an outage. */
  notice: ReactNode;
  /** LiveDot, or 'Read only' for an auditor. */
  condition: ReactNode;
  account: ReactNode;
  onMenu(): void;
}) {
  const { title, zone, notice, condition, account, onMenu } = props;
  const today = useClinicDay(zone);
  // For a viewer in another time zone, times on the page differ from their own clock.
  const elsewhere = isForeignZone(zone) ? <span> · {text.zoneTime(zone)}</span> : null;
  return (
    <Inline
      component="header"
      gap={{ xs: 1, md: 1.5 }}
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 10,
        minHeight: { xs: 56, md: frame.bar },
        height: { md: frame.bar },
        px: { xs: 0.5, md: 2 },
        bgcolor: 'background.paper',
        ...lineBelow,
      }}
    >
      <IconButton aria-label={text.menu} onClick={onMenu} sx={{ display: { md: 'none' } }}>
        <Icon name="menu" />
      </IconButton>
      <Inline gap={1.5} sx={{ position: 'relative', flex: 1, minWidth: 0, alignSelf: 'stretch' }}>
        <Typography noWrap title={title} sx={{ fontWeight: 600, display: { xs: 'none', md: 'block' } }}>
          {title}
        </Typography>
        <Rule />
        <Typography
          component="time"
          dateTime={today}
          sx={{ color: 'text.secondary', whiteSpace: 'nowrap', display: { xs: 'none', md: 'block' } }}
        >
          {longDate(today)}
          {elsewhere}
        </Typography>
        <Box sx={{ display: { md: 'none' }, minWidth: 0 }}>
          <Typography title={title} sx={titleOnPhone}>
            {title}
          </Typography>
          <Muted block component="time" dateTime={today} title={zone} sx={{ whiteSpace: 'nowrap', lineHeight: 1.2 }}>
            {shortDate(today)}
          </Muted>
        </Box>
        {notice}
      </Inline>
      <Inline gap={{ xs: 0.5, md: 1.5 }} sx={{ flexShrink: 0 }}>
        {condition}
        <SearchButton />
        <Rule />
        {account}
      </Inline>
    </Inline>
  );
}
