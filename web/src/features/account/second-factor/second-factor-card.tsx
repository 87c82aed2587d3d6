import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAct } from '../../../shared/actions/act.ts';
import { showToast } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { lazyPiece } from '../../../shared/lazy-piece.ts';
import { hasPasskeys } from '../../../shared/second-factor/has-passkeys.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { type Passkey, RemovePasskey } from './passkeys/remove-passkey.tsx';
import { Prove } from './prove.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { passkeysText, secondFactorText as text } from './text.ts';

/** The QR code's module loads with the first secret. */
const AddApp = lazyPiece(() => import('./add-app.tsx'));
const RenamePasskey = lazyPiece(() => import('./passkeys/rename-passkey.tsx'));
const AddPasskey = lazyPiece(() => import('./passkeys/add-passkey.tsx'));

type SecondFactor = ResponseOf<'getSecondFactor'>;
type Enrolment = Pick<ResponseOf<'beginTotp'>, 'secret' | 'uri'>;

/** The dialog that is open. */
type Open =
  | { kind: 'add'; begun: Enrolment }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'remove' }
  | { kind: 'addPasskey'; options: ResponseOf<'beginAddPasskey'>['options'] }
  | { kind: 'renamePasskey'; passkey: Passkey }
  | { kind: 'removePasskey'; passkey: Passkey; isLast: boolean }
  | { kind: 'renew' };

/** With this many left, new ones are advised. */
const fewCodes = 3;

function Row(props: {
  title: string;
  fact: string;
  warning?: string | undefined;
  /** Absent: the name can't be changed. */
  rename?: Action;
  action: Action | undefined;
  label?: string;
}) {
  const { title, fact, warning, rename, action, label } = props;
  return (
    <Inline component="li" gap={1.5} wrap sx={{ px: 2, py: 1.5, ...lineAbove }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Bold sx={{ display: 'block' }}>{title}</Bold>
        <Muted block>{fact}</Muted>
        {warning === undefined ? null : (
          <Box sx={{ fontSize: '0.8125rem', color: 'status.notVisited.main' }}>{warning}</Box>
        )}
      </Box>
      {rename ? <ActionButton action={rename} aria-label={passkeysText.renameOf(title)} /> : null}
      {action ? <ActionButton action={action} {...(label !== undefined && { 'aria-label': label })} /> : null}
    </Inline>
  );
}

function Factors({
  factor: { app, passkeys, recoveryCodes, required },
  onOpen,
}: {
  factor: SecondFactor;
  onOpen(open: Open): void;
}) {
  const { zone } = useIdentity();
  const at = (instant: string) => instantAtClinic(instant, zone);
  const isLast = passkeys.length + (app === null ? 0 : 1) === 1;
  const removal = (open: Open): Action | undefined =>
    required && isLast ? undefined : { name: text.remove, destructive: true, perform: () => onOpen(open) };
  return (
    <PlainList>
      {passkeys.map((passkey) => {
        const { passkeyId, name, since, lastUsedAt } = passkey;
        return (
          <Row
            key={passkeyId}
            title={name}
            fact={lastUsedAt === null ? passkeysText.since(at(since)) : passkeysText.used(at(since), at(lastUsedAt))}
            rename={{ name: passkeysText.rename, perform: () => onOpen({ kind: 'renamePasskey', passkey }) }}
            action={removal({ kind: 'removePasskey', passkey, isLast })}
            label={passkeysText.removeOf(name)}
          />
        );
      })}
      {app === null ? null : (
        <Row
          title={text.app}
          fact={text.appSince(at(app.since), at(app.lastUsedAt))}
          action={removal({ kind: 'remove' })}
          label={text.removeApp}
        />
      )}
      {recoveryCodes === null ? null : (
        <Row
          title={text.recoveryCodes}
          fact={text.left(recoveryCodes.left, recoveryCodes.of, at(recoveryCodes.since))}
          warning={recoveryCodes.left <= fewCodes ? text.fewLeft : undefined}
          action={{ name: text.makeNew, perform: () => onOpen({ kind: 'renew' }) }}
        />
      )}
    </PlainList>
  );
}

function Dialogs({ open, onOpen }: { open: Open | undefined; onOpen(open: Open | undefined): void }) {
  const client = useQueryClient();
  const close = () => onOpen(undefined);
  const refetch = () => void client.invalidateQueries({ queryKey: ['getSecondFactor'] });
  const showCodes = (codes: readonly string[]) => {
    onOpen({ kind: 'codes', codes });
    refetch();
  };
  const changed = (message: string) => {
    showToast({ kind: 'info', message });
    refetch();
    close();
  };
  const passkeyAdded = (codes: readonly string[] | undefined) => {
    if (codes) showCodes(codes);
    else changed(passkeysText.added);
  };
  switch (open?.kind) {
    case undefined:
      return null;
    case 'add':
      return (
        <Suspense fallback={null}>
          <AddApp begun={open.begun} onAdded={showCodes} onClose={close} />
        </Suspense>
      );
    case 'addPasskey':
      return (
        <Suspense fallback={null}>
          <AddPasskey options={open.options} onAdded={passkeyAdded} onClose={close} />
        </Suspense>
      );
    case 'renamePasskey':
      return (
        <Suspense fallback={null}>
          <RenamePasskey passkey={open.passkey} onRenamed={() => changed(passkeysText.renamed)} onClose={close} />
        </Suspense>
      );
    case 'removePasskey':
      return (
        <RemovePasskey
          passkey={open.passkey}
          isLast={open.isLast}
          onRemoved={() => changed(passkeysText.removed)}
          onClose={close}
        />
      );
    case 'codes':
      return <RecoveryCodes codes={open.codes} onClose={close} />;
    case 'remove':
      return (
        <Prove
          title={text.removeTitle}
          lead={text.removeLead}
          submitLabel={text.remove}
          send={(proofs) => call('removeTotp', proofs)}
          onDone={() => changed(text.removed)}
          onClose={close}
        />
      );
    case 'renew':
      return (
        <Prove
          title={text.newTitle}
          lead={text.newLead}
          submitLabel={text.makeNew}
          send={(proofs) => call('makeRecoveryCodes', proofs)}
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onClose={close}
        />
      );
  }
}

/** Adds a passkey or an app, as far as the browser can and there is none. */
function AddButtons({ hasApp, onOpen }: { hasApp: boolean; onOpen(open: Open): void }) {
  const { act, isActing } = useAct();
  const adding = (name: string, begin: () => Promise<Open>): Action => ({
    ...{ name, icon: 'plus', isPending: isActing },
    perform: () =>
      void act({
        send: async () => {
          onOpen(await begin());
          return { position: null };
        },
        failed: text.saveFailed,
      }),
  });
  const addPasskey = adding(passkeysText.add, async () => ({
    kind: 'addPasskey',
    options: (await call('beginAddPasskey', {})).options,
  }));
  const addApp = adding(text.add, async () => ({ kind: 'add', begun: await call('beginTotp', {}) }));
  const actions = [...(hasPasskeys() ? [addPasskey] : []), ...(hasApp ? [] : [addApp])];
  if (actions.length === 0) return null;
  return (
    <Inline gap={1} wrap sx={{ px: 2, pb: 2 }}>
      {actions.map((action) => (
        <ActionButton key={action.name} action={action} />
      ))}
    </Inline>
  );
}

/** The second factor of the own account. */
export function SecondFactorCard() {
  const query = useCall('getSecondFactor', {});
  const [open, setOpen] = useState<Open>();
  return (
    <>
      <ListState query={query} skeleton={<Skeleton />} failed={{ title: text.failed }}>
        {(factor) => (
          <Section title={text.title} aside={factor.required ? text.required : undefined} padded={false}>
            <Muted block sx={{ px: 2, pb: 2, mt: -1 }}>
              {text.lead}
            </Muted>
            <AddButtons hasApp={factor.app !== null} onOpen={setOpen} />
            <Factors factor={factor} onOpen={setOpen} />
          </Section>
        )}
      </ListState>
      <Dialogs open={open} onOpen={setOpen} />
    </>
  );
}

const Skeleton = () => (
  <Paper>
    <RowsSkeleton rows={2} columns={2} />
  </Paper>
);
