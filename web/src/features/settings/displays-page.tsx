import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAct } from '../../shared/actions/act.ts';
import { useActions } from '../../shared/actions/actions.ts';
import { showToast } from '../../shared/actions/toast.ts';
import { useUnderway } from '../../shared/actions/underway.ts';
import { call } from '../../shared/api/client.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { serverNow } from '../../shared/clock.ts';
import { instantAtClinic } from '../../shared/format/time.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList } from '../../ui/layout/boxes.tsx';
import { Section } from '../../ui/layout/card.tsx';
import { AddDisplay, type DisplayLinkReply } from './components/add-display.tsx';
import { EnterCode } from './components/enter-code.tsx';
import { ExportList, SettingsPage } from './components/settings-page.tsx';
import { settingsText as text } from './text.ts';

/** The QR code's module loads with the first link. */
const DisplayLink = lazyPiece(() => import('./components/display-link.tsx'));

type Display = ResponseOf<'listDisplays'>[number];

/** The dialog that is open. */
type Open =
  | { kind: 'add' }
  | { kind: 'link'; name: string; linked: DisplayLinkReply }
  | { kind: 'code'; name: string; displayId: string };

function stateOf({ pairedAt, linkUntil }: Display, zone: string): string {
  const isOpen = linkUntil !== null && Date.parse(linkUntil) > serverNow();
  const until = linkUntil === null ? '' : instantAtClinic(linkUntil, zone);
  if (pairedAt === null) return isOpen ? text.waiting(until) : text.linkOver;
  const pairedText = text.paired(instantAtClinic(pairedAt, zone));
  return isOpen ? `${pairedText} · ${text.anotherLink(until)}` : pairedText;
}

interface RowActions {
  readonly enterCode: Action;
  readonly newLink: Action;
  readonly revoke: Action;
}

function Row(props: { display: Display; actions: RowActions | undefined }) {
  const { display, actions } = props;
  const { name, doctors } = display;
  const { zone } = useIdentity();
  return (
    <Inline component="li" gap={1.5} wrap sx={{ px: 2, py: 1.5, ...lineAbove }}>
      <Box sx={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Bold sx={{ display: 'block' }}>{name}</Bold>
        <Muted block>{doctors.map((doctor) => doctor.name).join(', ')}</Muted>
        <Box sx={{ fontSize: '0.8125rem', mt: 0.5 }}>{stateOf(display, zone)}</Box>
      </Box>
      {actions ? (
        <Inline gap={1} wrap>
          <ActionButton action={actions.enterCode} aria-label={text.enterCodeFor(name)} />
          <ActionButton action={actions.newLink} aria-label={text.newLinkFor(name)} />
          <ActionButton action={actions.revoke} aria-label={text.revokeOf(name)} />
        </Inline>
      ) : null}
    </Inline>
  );
}

/** New links for displays, and their revocation. */
function useDisplays(onOpen: (open: Open) => void) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const newLink = ({ displayId, name }: Display): Promise<void> =>
    act({
      send: async () => {
        const link = await call('makeDisplayLink', { clientId, displayId });
        onOpen({ kind: 'link', name, linked: link });
        return link;
      },
      failed: text.saveFailed,
      refetch: ['listDisplays'],
    });
  const revoke = async ({ displayId, name }: Display): Promise<void> => {
    const question = { title: text.revokeTitle(name), message: text.revokeMessage, actionLabel: text.revoke };
    if (!(await confirm({ ...question, destructive: true }))) return;
    await act({
      send: () => call('revokeDisplay', { clientId, displayId }),
      done: () => ({ message: text.revoked(name) }),
      failed: text.revokeFailed,
      refetch: ['listDisplays'],
    });
  };
  return {
    refetch: () => void client.invalidateQueries({ queryKey: ['listDisplays'] }),
    actionsOf(display: Display): RowActions {
      const { displayId, name } = display;
      const isPending = isUnderway(displayId);
      const once = (work: typeof newLink) => () => void run(displayId, () => work(display));
      return {
        enterCode: { name: text.enterCode, perform: () => onOpen({ kind: 'code', displayId, name }) },
        newLink: { name: text.newLink, isPending, perform: once(newLink) },
        revoke: { name: text.revoke, destructive: true, isPending, perform: once(revoke) },
      };
    },
  };
}

/** Waiting-room displays (/settings/displays); auditors read. */
export default function DisplaysPage() {
  const { clientId, role } = useIdentity();
  const query = useCall('listDisplays', { clientId });
  const [open, setOpen] = useState<Open>();
  const { refetch, actionsOf } = useDisplays(setOpen);
  const canChange = role === 'admin';
  const add: Action = { name: text.add, icon: 'plus', shortcut: 'n', perform: () => setOpen({ kind: 'add' }) };
  useActions(canChange ? [add] : []);
  const close = () => setOpen(undefined);
  return (
    <SettingsPage
      section="displays"
      action={
        <>
          <ExportList list="displays" />
          {canChange ? <ActionButton action={add} primary sx={{ flex: { xs: 1, sm: 'none' } }} /> : null}
        </>
      }
    >
      <ListState query={query} skeleton={<Skeleton />} failed={{ title: text.failed }}>
        {(displays) => (
          <Section title={text.displays} count={displays.length} padded={false}>
            <Muted block sx={{ px: 2, pb: 2, mt: -1 }}>
              {text.lead}
            </Muted>
            {displays.length === 0 ? (
              <Notice icon="eye" title={text.none} hint={canChange ? text.noneHint : text.noneHintReader} />
            ) : (
              <PlainList>
                {displays.map((display) => (
                  <Row key={display.displayId} display={display} actions={canChange ? actionsOf(display) : undefined} />
                ))}
              </PlainList>
            )}
          </Section>
        )}
      </ListState>
      {open?.kind === 'add' ? (
        <AddDisplay
          onAdded={(name, link) => {
            setOpen({ kind: 'link', name, linked: link });
            refetch();
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'link' ? (
        <Suspense fallback={null}>
          <DisplayLink
            name={open.name}
            linked={open.linked}
            onClose={close}
            onEnterCode={() => setOpen({ kind: 'code', name: open.name, displayId: open.linked.displayId })}
          />
        </Suspense>
      ) : null}
      {open?.kind === 'code' ? (
        <EnterCode
          displayId={open.displayId}
          name={open.name}
          onPaired={() => {
            showToast({ kind: 'info', message: text.isPaired(open.name) });
            refetch();
            close();
          }}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  );
}

const Skeleton = () => (
  <Paper>
    <RowsSkeleton rows={3} columns={2} />
  </Paper>
);
