import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Mark } from '../../ui/icons/mark.tsx';
import { Inline, Span } from '../../ui/layout/boxes.tsx';
import { frame } from '../../ui/theme/tokens.ts';
import { DrawerFilters } from './drawer-filters.tsx';
import { chromeText as text } from './text.ts';

export interface MenuEntry {
  label: string;
  to: string;
  icon: IconName;
  /** Set apart at the lower end: signing out. */
  last?: boolean;
}

interface SideDrawerProps {
  title: string;
  subtitle: string;
  entries: readonly MenuEntry[];
  open: boolean;
  /** On wide screens the menu can stay open, with labels beside the icons. */
  pinned: boolean;
  onPin(pinned: boolean): void;
  onOpen(): void;
  onClose(): void;
}

const leadsTo = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);
/** Whether a page belongs to an entry; of nested entries, only to the innermost. */
const isHere = (pathname: string, { to }: MenuEntry, entries: readonly MenuEntry[]): boolean =>
  leadsTo(to, pathname) &&
  !entries.some((other) => leadsTo(to, other.to) && other.to !== to && leadsTo(other.to, pathname));

const entryLook = (here: boolean) => ({
  borderRadius: '8px',
  color: here ? '#fff' : 'rail.ink',
  bgcolor: here ? 'rgb(255 255 255 / .14)' : 'transparent',
  boxShadow: here ? 'inset 3px 0 0 var(--dl-palette-rail-here)' : 'none',
  '&:hover': { bgcolor: 'rgb(255 255 255 / .1)', color: '#fff' },
  '&.Mui-focusVisible': { outline: '2px solid var(--dl-palette-rail-here)', outlineOffset: '2px' },
});

/** The icon rail at the left; hidden below 900 px, where the bar's menu button opens the drawer. */
function Rail(props: Pick<SideDrawerProps, 'entries' | 'open' | 'pinned' | 'onOpen' | 'onPin'>) {
  const { entries, open, pinned, onOpen, onPin } = props;
  const { pathname } = useLocation();
  return (
    <Box
      component="nav"
      aria-label={text.main}
      sx={{
        display: { xs: 'none', md: 'flex' },
        position: 'sticky',
        top: 0,
        height: '100dvh',
        gridRow: '1 / 3',
        flexDirection: 'column',
        alignItems: { xs: 'center', ...(pinned ? { lg: 'stretch' } : {}) },
        gap: 0.5,
        py: 1,
        px: { xs: 0, ...(pinned ? { lg: 1 } : {}) },
        bgcolor: 'rail.ground',
        overflowY: 'auto',
      }}
    >
      <ButtonBase
        aria-label={text.openMenu}
        aria-expanded={open}
        onClick={onOpen}
        sx={{ ...entryLook(false), width: 40, height: 32, mb: 1, flexShrink: 0 }}
      >
        <Mark size={32} />
      </ButtonBase>
      {pinned ? (
        <ButtonBase
          aria-label={text.closeMenu}
          title={text.closeMenu}
          onClick={() => onPin(false)}
          sx={{
            ...entryLook(false),
            position: 'absolute',
            top: 8,
            right: 8,
            width: 32,
            height: 32,
            display: { xs: 'none', lg: 'flex' },
          }}
        >
          <Icon name="left" size={18} />
        </ButtonBase>
      ) : null}
      {entries.map((entry) => {
        const here = isHere(pathname, entry, entries);
        return (
          <ButtonBase
            key={entry.label}
            title={entry.label}
            component={Link}
            to={entry.to}
            aria-label={entry.label}
            aria-current={here ? 'page' : undefined}
            sx={{
              ...entryLook(here),
              width: { xs: 40, ...(pinned ? { lg: 'auto' } : {}) },
              height: 40,
              flexShrink: 0,
              ...(pinned ? { justifyContent: { lg: 'flex-start' }, px: { lg: 1.25 }, gap: 1.5 } : {}),
              ...(entry.last ? { mt: 'auto' } : {}),
            }}
          >
            <Icon name={entry.icon} />
            {pinned ? (
              <Span sx={{ display: { xs: 'none', lg: 'inline' }, fontSize: '0.875rem', fontWeight: here ? 600 : 400 }}>
                {entry.label}
              </Span>
            ) : null}
          </ButtonBase>
        );
      })}
    </Box>
  );
}

/** The menu: an icon rail that opens to a drawer over the page, and closes on a click outside or Escape. */
export function SideDrawer({ title, subtitle, entries, open, pinned, onPin, onOpen, onClose }: SideDrawerProps) {
  const { pathname } = useLocation();
  return (
    <>
      <Rail entries={entries} open={open} pinned={pinned} onOpen={onOpen} onPin={onPin} />
      <Drawer
        open={open}
        onClose={onClose}
        slotProps={{
          paper: {
            sx: {
              width: frame.drawer,
              bgcolor: 'rail.ground',
              color: 'rail.ink',
              border: 0,
              // Focusable only until the first key.
              '&&:focus-visible': { outline: 0 },
              p: 1,
              pb: 'max(8px, env(safe-area-inset-bottom))',
            },
          },
        }}
      >
        <Box
          component="nav"
          aria-label={subtitle}
          sx={{ display: 'flex', flexDirection: 'column', gap: 0.5, minHeight: '100%' }}
        >
          <Inline gap={1.5} sx={{ px: 0.5, pb: 1.5, mb: 0.5, borderBottom: '1px solid rgb(255 255 255 / .14)' }}>
            <Mark size={32} />
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, color: '#fff' }}>{title}</Typography>
              <Typography variant="caption">{subtitle}</Typography>
            </Box>
            <ButtonBase
              aria-label={text.keepMenu}
              title={text.keepMenu}
              aria-pressed={pinned}
              onClick={() => onPin(!pinned)}
              sx={{
                ...entryLook(pinned),
                ml: 'auto',
                width: 32,
                height: 32,
                flexShrink: 0,
                display: { xs: 'none', lg: 'flex' },
              }}
            >
              <Icon name="pin" size={18} />
            </ButtonBase>
          </Inline>
          {entries.map((entry) => {
            const here = isHere(pathname, entry, entries);
            return (
              <Fragment key={entry.label}>
                {entry.last ? <DrawerFilters onClose={onClose} /> : null}
                <ButtonBase
                  component={Link}
                  to={entry.to}
                  onClick={onClose}
                  aria-current={here ? 'page' : undefined}
                  sx={{
                    ...entryLook(here),
                    justifyContent: 'flex-start',
                    gap: 1.5,
                    px: 1.25,
                    minHeight: 44,
                    fontSize: '0.875rem',
                    fontWeight: here ? 600 : 400,
                    ...(entry.last ? { mt: 'auto' } : {}),
                  }}
                >
                  <Icon name={entry.icon} />
                  {entry.label}
                </ButtonBase>
              </Fragment>
            );
          })}
        </Box>
      </Drawer>
    </>
  );
}
