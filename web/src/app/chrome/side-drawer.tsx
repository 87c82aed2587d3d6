import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useCallsToMake } from '../../shared/appointments/calls/calls-to-make.ts';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Mark } from '../../ui/icons/mark.tsx';
import { Inline, Span, Stack } from '../../ui/layout/boxes.tsx';
import { countText } from '../../ui/locale/words.ts';
import { frame } from '../../ui/theme/tokens.ts';
import { DrawerFilters } from './drawer-filters.tsx';
import { chromeText as text } from './text.ts';
import { useWaitingChats } from './waiting-chats.ts';

export interface MenuEntry {
  label: string;
  /** Below its icon in the rail, where there is little room. */
  short?: string;
  /** The name of its group; the first of a group has it above. */
  group?: string;
  to: string;
  /** Further pages that belong to it: those below this address. */
  covers?: string;
  icon: IconName;
  /** The count shown after it. */
  counts?: 'calls' | 'chats';
  /** Separated at the bottom: signing out. */
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

const isCurrentLink = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);
/** Whether a page belongs to an entry; of nested entries, only to the innermost. */
const isHere = (pathname: string, { to, covers = to }: MenuEntry, entries: readonly MenuEntry[]): boolean =>
  (isCurrentLink(to, pathname) || isCurrentLink(covers, pathname)) &&
  !entries.some((entry) => isCurrentLink(to, entry.to) && entry.to !== to && isCurrentLink(entry.to, pathname));

const look = (isHere: boolean) => ({
  borderRadius: '8px',
  color: isHere ? '#fff' : 'rail.ink',
  bgcolor: isHere ? 'rgb(255 255 255 / .14)' : 'transparent',
  boxShadow: isHere ? 'inset 3px 0 0 var(--dl-palette-rail-here)' : 'none',
  flexShrink: 0,
  '&:hover': { bgcolor: 'rgb(255 255 255 / .1)', color: '#fff' },
  '&.Mui-focusVisible': { outline: '2px solid var(--dl-palette-rail-here)', outlineOffset: '2px' },
});

/** The count, at the icon's corner or beside the label. */
const Count = ({ children }: { children: string }) => (
  <Span
    sx={{
      position: 'absolute',
      top: 2,
      right: 2,
      minWidth: 16,
      px: '4px',
      borderRadius: '8px',
      fontSize: '0.6875rem',
      fontWeight: 700,
      lineHeight: '16px',
      textAlign: 'center',
      color: '#06332f',
      bgcolor: 'rail.here',
    }}
  >
    {children}
  </Span>
);

/** The name of a group of links, or a line between groups where there is no room for it. */
function GroupName({ name, isLine }: { name: string; isLine: object }) {
  return (
    <Typography
      variant="caption"
      component="div"
      sx={{ m: 0, px: 1.25, pt: 1, fontWeight: 600, color: 'rail.ink', flexShrink: 0, ...isLine }}
    >
      {name}
    </Typography>
  );
}

/** The links to the pages, with the styles of links and labels. `beforeLast` is shown above the bottom one. */
function Links(props: {
  entries: readonly MenuEntry[];
  beforeLast?: ReactNode;
  linkLook: object;
  /** Styles of the short label below the icon; without it, the full label is beside the icon. */
  shortLook?: object;
  wordsLook?: object;
  /** Styles of a group's name. */
  groupLook?: object;
  onClick?: () => void;
}) {
  const { entries, beforeLast, linkLook, shortLook, wordsLook, groupLook = {}, onClick } = props;
  const { pathname } = useLocation();
  const counted = {
    calls: useCallsToMake(entries.some(({ counts }) => counts === 'calls')),
    chats: useWaitingChats(entries.some(({ counts }) => counts === 'chats')),
  };
  return entries.map((entry, index) => {
    const isCurrent = isHere(pathname, entry, entries);
    const count = entry.counts ? counted[entry.counts] : 0;
    const countLabel = count > 0 ? countText(count) : undefined;
    const label = [entry.label, countLabel].filter(Boolean).join(', ');
    const isNewGroup = entry.group !== undefined && entry.group !== entries[index - 1]?.group;
    return (
      <Fragment key={entry.label}>
        {entry.last ? beforeLast : null}
        {isNewGroup ? <GroupName name={entry.group ?? ''} isLine={groupLook} /> : null}
        <ButtonBase
          component={Link}
          to={entry.to}
          title={wordsLook && label}
          aria-label={label}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onClick}
          sx={{ ...look(isCurrent), position: 'relative', ...linkLook, ...(entry.last ? { mt: 'auto' } : {}) }}
        >
          <Icon name={entry.icon} />
          {shortLook === undefined ? null : <Span sx={shortLook}>{entry.short ?? entry.label}</Span>}
          <Span sx={{ fontSize: '0.875rem', fontWeight: isCurrent ? 600 : 400, ...wordsLook }}>{entry.label}</Span>
          {countLabel === undefined ? null : <Count>{countLabel}</Count>}
        </ButtonBase>
      </Fragment>
    );
  });
}

/** Toggles whether the menu stays open; on wide screens only. */
const PinButton = (props: { name: string; icon: IconName; pinned?: boolean; sx: object; onClick(): void }) => (
  <ButtonBase
    aria-label={props.name}
    title={props.name}
    aria-pressed={props.pinned}
    onClick={props.onClick}
    sx={{ ...look(props.pinned ?? false), width: 32, height: 32, display: { xs: 'none', lg: 'flex' }, ...props.sx }}
  >
    <Icon name={props.icon} size={18} />
  </ButtonBase>
);

/** A style of the rail, and the one with names beside the icons. */
const at = (pinned: boolean, inRail: string | number, besideNames: string | number) => ({
  xs: inRail,
  ...(pinned ? { lg: besideNames } : {}),
});

/** Between the groups of the rail, whose names are for screen readers. */
const lineInRail = (pinned: boolean) => ({
  ...{ height: at(pinned, '1px', 'auto'), width: at(pinned, 32, 'auto') },
  ...{ px: at(pinned, 0, 1.25), pt: at(pinned, 0, 1) },
  ...{ overflow: at(pinned, 'hidden', 'visible'), textIndent: at(pinned, '-999px', 0) },
  bgcolor: at(pinned, 'rgb(255 255 255 / .25)', 'transparent'),
});

/** The rail of icons with their names at the left; hidden below 900 px, where the bar's menu button opens the drawer. */
function Rail(props: Pick<SideDrawerProps, 'entries' | 'open' | 'pinned' | 'onOpen' | 'onPin'>) {
  const { entries, open, pinned, onOpen, onPin } = props;
  return (
    <Stack
      component="nav"
      aria-label={text.main}
      gap={0.25}
      sx={{
        display: { xs: 'none', md: 'flex' },
        position: 'sticky',
        top: 0,
        height: '100dvh',
        gridRow: '1 / 3',
        flexDirection: 'column',
        alignItems: at(pinned, 'center', 'stretch'),
        py: 0.5,
        px: at(pinned, 0, 1),
        bgcolor: 'rail.ground',
        overflowY: 'auto',
      }}
    >
      <ButtonBase
        aria-label={text.openMenu}
        aria-expanded={open}
        onClick={onOpen}
        sx={{ ...look(false), width: 40, height: 32, mb: 0.5 }}
      >
        <Mark size={32} />
      </ButtonBase>
      {pinned ? (
        <PinButton
          name={text.closeMenu}
          icon="left"
          sx={{ position: 'absolute', top: 8, right: 8 }}
          onClick={() => onPin(false)}
        />
      ) : null}
      <Links
        entries={entries}
        linkLook={{
          // All entries fit 768 px, also with names beside the icons.
          minHeight: 36,
          width: at(pinned, frame.rail, 'auto'),
          flexDirection: at(pinned, 'column', 'row'),
          ...(pinned ? { justifyContent: { lg: 'flex-start' }, px: { lg: 1.25 }, columnGap: 1.5 } : {}),
        }}
        shortLook={{
          ...{ fontSize: '0.65625rem', lineHeight: '0.8125rem', textAlign: 'center' },
          ...(pinned ? { display: { lg: 'none' } } : {}),
        }}
        wordsLook={{ display: at(pinned, 'none', 'inline') }}
        groupLook={lineInRail(pinned)}
      />
    </Stack>
  );
}

/** The menu: an icon rail that opens to a drawer over the page, and closes on a click outside or Escape. */
export function SideDrawer({ title, subtitle, entries, open, pinned, onPin, onOpen, onClose }: SideDrawerProps) {
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
          sx={{ display: 'flex', flexDirection: 'column', gap: { xs: 0.5, md: 0 }, minHeight: '100%' }}
        >
          <Inline gap={1.5} sx={{ px: 0.5, pb: 1.5, mb: 0.5, borderBottom: '1px solid rgb(255 255 255 / .14)' }}>
            <Mark size={32} />
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, color: '#fff' }}>{title}</Typography>
              <Typography variant="caption">{subtitle}</Typography>
            </Box>
            <PinButton
              name={text.keepMenu}
              icon="pin"
              pinned={pinned}
              sx={{ ml: 'auto' }}
              onClick={() => onPin(!pinned)}
            />
          </Inline>
          <Links
            entries={entries}
            beforeLast={<DrawerFilters onClose={onClose} />}
            linkLook={{ justifyContent: 'flex-start', gap: 1.5, px: 1.25, minHeight: { xs: 44, md: 34 } }}
            onClick={onClose}
          />
        </Box>
      </Drawer>
    </>
  );
}
