import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useState } from 'react';
import { refusalIn, useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { RowMenu } from '../../../ui/buttons/row-menu.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { ListState, Notice } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { ExportList, SettingsPage } from '../components/settings-page.tsx';
import { BranchDialog } from './branch-dialog.tsx';
import { branchesText as text } from './text.ts';

type Branch = ResponseOf<'getClient'>['branches'][number];

const nameOf = ({ id, name }: Branch): string => name ?? text.branch(id);

/** Closes or reopens a branch. */
function useClosing() {
  const { clientId } = useIdentity();
  const { act } = useAct();
  return (branch: Branch) => {
    const { id, closed } = branch;
    const name = nameOf(branch);
    return act({
      async send() {
        const question = { title: text.closeTitle(name), message: text.closeMessage, actionLabel: text.close };
        if (!closed && !(await confirm(question))) return undefined;
        return call('changeBranch', { clientId, change: { id, isClosed: !closed } });
      },
      done: () => ({ message: closed ? text.isReopened(name) : text.isClosed(name) }),
      failed: (error) => ({ message: text.changeFailed, detail: refusalIn(error) }),
      refetch: ['getClient'],
    });
  };
}

/** The branches, with the number of their doctors. */
function Branches({ branches, isReader }: { branches: readonly Branch[]; isReader: boolean }) {
  const [open, setOpen] = useState<'add' | { readonly id: number; readonly name: string }>();
  const close = () => setOpen(undefined);
  const changeClosed = useClosing();
  return (
    <Section
      title={text.branches}
      count={branches.length}
      padded={false}
      aside={
        <Inline gap={1}>
          <ExportList list="branches" />
          {isReader ? null : <ActionButton action={{ name: text.add, icon: 'plus', perform: () => setOpen('add') }} />}
        </Inline>
      }
    >
      {branches.length === 0 ? <Notice icon="departments" title={text.noBranches} hint={text.noBranchesHint} /> : null}
      <PlainList aria-label={text.branches}>
        {branches.map((branch) => {
          const name = nameOf(branch);
          return (
            <Inline component="li" key={branch.id} gap={1.5} sx={{ px: 2, py: 0.75, minHeight: 52, ...lineAbove }}>
              <Bold sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Bold>
              <Muted sx={{ flex: 1 }}>{branch.closed ? text.closed : text.doctors(branch.doctors)}</Muted>
              {isReader ? null : (
                <RowMenu
                  label={text.more(name)}
                  about={name}
                  items={[
                    { name: text.rename, icon: 'edit', perform: () => setOpen({ id: branch.id, name }) },
                    {
                      name: branch.closed ? text.reopen : text.close,
                      icon: branch.closed ? 'undo' : 'blocked',
                      perform: () => void changeClosed(branch),
                    },
                  ]}
                />
              )}
            </Inline>
          );
        })}
      </PlainList>
      {open === undefined ? null : <BranchDialog {...(open !== 'add' && { branch: open })} onClose={close} />}
    </Section>
  );
}

/** Branches (/settings/branches); administrators add, rename, close and reopen them, auditors read. */
export default function BranchesPage() {
  const { clientId, role } = useIdentity();
  const query = useCall('getClient', { clientId });
  return (
    <SettingsPage section="branches">
      <ListState query={query} skeleton={<RowsSkeleton rows={4} columns={2} />} failed={{ title: text.failed }}>
        {({ branches }) => <Branches branches={branches} isReader={role !== 'admin'} />}
      </ListState>
    </SettingsPage>
  );
}
