import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { useOverdue } from '../../ui/feedback/overdue.ts';
import { ThinProgress } from '../../ui/feedback/thin-progress.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { uiText } from '../../ui/text.ts';
import { frame } from '../../ui/theme/tokens.ts';
import { PatientSearch } from './patient-search.tsx';
import { type MenuEntry, SideDrawer } from './side-drawer.tsx';
import { chromeText as text } from './text.ts';
import { TopBar } from './top-bar.tsx';

const OutageBanner = lazyPiece(() => import('./outage-banner.tsx'));

interface AppFrameProps {
  title: string;
  drawerTitle: string;
  drawerSubtitle: string;
  zone: string;
  entries: readonly MenuEntry[];
  condition: ReactNode;
  account: ReactNode;
}

const pinnedKey = 'dayline.menuPinned';

/** Whether the menu stays open on wide screens; the viewer's setting, stored on this device. */
function usePinnedMenu() {
  const [pinned, setPinned] = useState(() => localStorage.getItem(pinnedKey) === 'yes');
  const pin = (next: boolean) => {
    localStorage.setItem(pinnedKey, next ? 'yes' : 'no');
    setPinned(next);
  };
  return [pinned, pin] as const;
}

/** A thin line while the next page loads, after a short delay. */
const ProgressLine = ({ shown }: { shown: boolean }) =>
  useOverdue(shown) ? <ThinProgress label={uiText.loading} /> : null;

/** The frame of every signed-in page: rail, bar, and the page below. */
export function AppFrame(props: AppFrameProps) {
  const [open, setOpen] = useState(false);
  const [pinned, setPinned] = usePinnedMenu();
  const navigation = useNavigation();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever another page is shown
  useEffect(() => setOpen(false), [pathname]);
  return (
    <Stack
      sx={{
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: `${frame.rail}px minmax(0, 1fr)`,
          ...(pinned ? { lg: `${frame.drawer}px minmax(0, 1fr)` } : {}),
        },
        gridTemplateRows: 'auto 1fr',
        minHeight: '100vh',
      }}
    >
      {/* A focused row isn't hidden by the bar, a title line that sticks below it, or a pager that sticks at the end. */}
      <GlobalStyles
        styles={(theme) => ({
          html: { scrollPaddingBlock: '56px 80px', [theme.breakpoints.up('md')]: { scrollPaddingBlock: '112px 56px' } },
        })}
      />
      <Box
        component="a"
        href="#main"
        sx={{
          position: 'fixed',
          top: 8,
          left: 8,
          zIndex: 2000,
          px: 2,
          py: 1,
          borderRadius: '6px',
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          '&:not(:focus-visible)': { clipPath: 'inset(50%)' },
        }}
      >
        {text.skip}
      </Box>
      <SideDrawer
        title={props.drawerTitle}
        subtitle={props.drawerSubtitle}
        entries={props.entries}
        open={open}
        pinned={pinned}
        onPin={(next) => {
          setPinned(next);
          setOpen(false);
        }}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
      />
      <TopBar
        title={props.title}
        zone={props.zone}
        notice={
          <Suspense>
            <OutageBanner />
          </Suspense>
        }
        condition={props.condition}
        account={props.account}
        onMenu={() => setOpen(true)}
      />
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{
          position: 'relative',
          p: { xs: 1.5, md: 2 },
          pb: { xs: 4, md: 2 },
          maxWidth: frame.page,
          width: '100%',
          minWidth: 0,
        }}
      >
        <ProgressLine shown={navigation.state !== 'idle'} />
        <Outlet />
      </Box>
      <PatientSearch />
    </Stack>
  );
}
