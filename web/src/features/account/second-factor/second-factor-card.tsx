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
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { Prove } from './prove.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorText as text } from './text.ts';

/** The QR code's module loads with the first secret. */
const AddApp = lazyPiece(() => import('./add-app.tsx'));

type SecondFactor = ResponseOf<'getSecondFactor'>;
type Begun = Pick<ResponseOf<'beginTotp'>, 'secret' | 'uri'>;

/** The dialog that is open. */
type Open =
  | { kind: 'add'; begun: Begun }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'remove' }
  | { kind: 'renew' };

/** With this many left, new ones are advised. */
const fewCodes = 3;

function Row(props: {
  title: string;
  fact: string;
  warning?: string | undefined;
  action: Action | undefined;
  label?: string;
}) {
  const { title, fact, warning, action, label } = props;
  return (
    <Inline component="li" gap={1.5} wrap sx={{ px: 2, py: 1.5, ...lineAbove }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Bold sx={{ display: 'block' }}>{title}</Bold>
        <Muted block>{fact}</Muted>
        {warning === undefined ? null : (
          <Box sx={{ fontSize: '0.8125rem', color: 'status.notVisited.main' }}>{warning}</Box>
        )}
      </Box>
      {action ? <ActionButton action={action} {...(label !== undefined && { 'aria-label': label })} /> : null}
    </Inline>
  );
}

function Factors({
  factor: { app, recoveryCodes, required },
  onOpen,
}: {
  factor: SecondFactor;
  onOpen(open: Open): void;
}) {
  const { zone } = useIdentity();
  const at = (instant: string) => instantAtClinic(instant, zone);
  if (app === null) return null;
  return (
    <PlainList>
      <Row
        title={text.app}
        fact={text.appSince(at(app.since), at(app.lastUsedAt))}
        action={
          required ? undefined : { name: text.remove, destructive: true, perform: () => onOpen({ kind: 'remove' }) }
        }
        label={text.removeApp}
      />
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
  switch (open?.kind) {
    case undefined:
      return null;
    case 'add':
      return (
        <Suspense fallback={null}>
          <AddApp begun={open.begun} onAdded={showCodes} onClose={close} />
        </Suspense>
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
          onDone={() => {
            showToast({ kind: 'info', message: text.removed });
            refetch();
            close();
          }}
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

/** The second factor of the own account. */
export function SecondFactorCard() {
  const query = useCall('getSecondFactor', {});
  const [open, setOpen] = useState<Open>();
  const { act, isActing } = useAct();
  const add: Action = {
    ...{ name: text.add, icon: 'plus', isPending: isActing },
    perform: () =>
      void act({
        send: async () => {
          const begun = await call('beginTotp', {});
          setOpen({ kind: 'add', begun });
          return begun;
        },
        failed: text.saveFailed,
      }),
  };
  return (
    <>
      <ListState query={query} skeleton={<Skeleton />} failed={{ title: text.failed }}>
        {(factor) => (
          <Section title={text.title} aside={factor.required ? text.required : undefined} padded={false}>
            <Muted block sx={{ px: 2, pb: 2, mt: -1 }}>
              {text.lead}
            </Muted>
            {factor.app === null ? (
              <Box sx={{ px: 2, pb: 2 }}>
                <ActionButton action={add} />
              </Box>
            ) : null}
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
