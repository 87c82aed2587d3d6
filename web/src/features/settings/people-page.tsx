import Paper from '@mui/material/Paper';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../shared/actions/act.ts';
import { useActions } from '../../shared/actions/actions.ts';
import { showToast } from '../../shared/actions/toast.ts';
import { useUnderway } from '../../shared/actions/underway.ts';
import { call } from '../../shared/api/client.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { FilterTabs } from '../../shared/list/filter-tabs.tsx';
import { paths } from '../../shared/paths.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Muted, PlainList, Stack } from '../../ui/layout/boxes.tsx';
import { Section } from '../../ui/layout/card.tsx';
import { InvitePerson, RenamePerson, ResetSecondFactor } from './components/person-dialogs.tsx';
import { type Person, type PersonActions, PersonRow } from './components/person-row.tsx';
import { ExportList, SettingsPage } from './components/settings-page.tsx';
import { peopleText as text } from './people-text.ts';
import { SignInRules } from './sign-in-rules/sign-in-rules.tsx';

const roles = ['admin', 'auditor', 'doctor'] as const;
const tabs = ['all', 'active', 'invited', 'deactivated'] as const;
type Tab = (typeof tabs)[number];

/** The dialog that is open. */
type Open = { kind: 'invite' } | { kind: 'rename' | 'reset'; person: Person };

/** What an administrator may do with each person. */
function usePeople(onOpen: (open: Open) => void) {
  const { clientId, accountId: own } = useIdentity();
  const { act } = useAct();
  const { isUnderway, run } = useUnderway();
  const change = (
    { accountId, name }: Person,
    command: 'resendInvitation' | 'deactivatePerson' | 'reactivatePerson' | 'unbindPerson' | 'endSessionsOfPerson',
    messageOf: (name: string) => string,
  ) =>
    act({
      send: () => call(command, { clientId, accountId }),
      done: () => ({ message: messageOf(name) }),
      failed: text.changeFailed,
      refetch: ['listPeople'],
    });
  const deactivate = async (person: Person): Promise<void> => {
    const isInvited = person.status === 'invited';
    const question = isInvited
      ? { title: text.withdrawTitle(person.name), message: text.withdrawMessage, actionLabel: text.withdraw }
      : { title: text.deactivateTitle(person.name), message: text.deactivateMessage, actionLabel: text.deactivate };
    if (await confirm({ ...question, destructive: true })) await change(person, 'deactivatePerson', text.isDeactivated);
  };
  const endSessions = async (person: Person): Promise<void> => {
    const [title, message] = [text.endSessionsTitle(person.name), text.endSessionsMessage];
    if (await confirm({ title, message, actionLabel: text.endSessions, destructive: true }))
      await change(person, 'endSessionsOfPerson', text.areEnded);
  };
  const unbind = async (person: Person): Promise<void> => {
    const question = { title: text.unbindTitle(person.name), message: text.unbindMessage, actionLabel: text.unbind };
    if (await confirm({ ...question, destructive: true })) await change(person, 'unbindPerson', text.isUnbound);
  };
  return (person: Person): PersonActions => {
    const { accountId, status, role } = person;
    const once = (work: () => Promise<void>) => ({
      isPending: isUnderway(accountId),
      perform: () => void run(accountId, work),
    });
    const rename = { name: text.rename, perform: () => onOpen({ kind: 'rename', person }) };
    const reset: Action = { name: text.reset, perform: () => onOpen({ kind: 'reset', person }) };
    const isOwn = accountId === own;
    const end: Action = {
      name: status === 'invited' ? text.withdraw : text.deactivate,
      destructive: true,
      enabled: !isOwn,
      reason: text.notOwn,
      ...once(() => deactivate(person)),
    };
    const renames = role === 'doctor' ? [] : [rename];
    switch (status) {
      case 'deactivated':
        return {
          main: { name: text.reactivate, ...once(() => change(person, 'reactivatePerson', text.isReactivated)) },
          more: renames,
        };
      case 'invited':
        return {
          main: { name: text.resend, ...once(() => change(person, 'resendInvitation', text.sent)) },
          more: [...renames, end],
        };
      case 'active':
        return {
          more: [
            ...renames,
            ...(person.hasSecondFactor && !isOwn ? [reset] : []),
            // Also without a session: one may begin at any time.
            ...(isOwn ? [] : [{ name: text.endSessions, ...once(() => endSessions(person)) }]),
            ...(person.isBound ? [{ name: text.unbind, ...once(() => unbind(person)) }] : []),
            end,
          ],
        };
      default:
        return status satisfies never;
    }
  };
}

/** The people of a client and their sign-ins (/settings/people); auditors read. */
export default function PeoplePage() {
  const { clientId, role } = useIdentity();
  const isReader = role !== 'admin';
  const client = useQueryClient();
  const query = useCall('listPeople', { clientId });
  const [tab, setTab] = useState<Tab>('all');
  const [open, setOpen] = useState<Open>();
  const actionsOf = usePeople(setOpen);
  const invite: Action = {
    name: text.invite,
    icon: 'plus',
    shortcut: 'n',
    perform: () => setOpen({ kind: 'invite' }),
  };
  useActions(isReader ? [] : [invite]);
  const close = () => setOpen(undefined);
  const finish = (message: string) => {
    close();
    showToast({ kind: 'info', message });
    void client.invalidateQueries({ queryKey: ['listPeople'] });
  };
  const counted = (key: Tab) => query.data?.filter(({ status }) => key === 'all' || status === key).length;
  return (
    <SettingsPage
      section="people"
      history={paths.audit}
      afterTitle={
        <FilterTabs<Tab>
          label={text.filters}
          tabs={tabs.map((key) => ({ key, label: text.tabs[key], count: counted(key) }))}
          value={tab}
          onChange={setTab}
        />
      }
      action={
        <>
          <ExportList list="people" {...(tab !== 'all' && { status: tab })} />
          {isReader ? null : <ActionButton action={invite} primary sx={{ flex: { xs: 1, sm: 'none' } }} />}
        </>
      }
    >
      <ListState query={query} skeleton={<Skeleton />} failed={{ title: text.failed }}>
        {(people) => {
          const peopleOfTab = people.filter(({ status }) => tab === 'all' || status === tab);
          return peopleOfTab.length === 0 ? (
            <Paper>
              <Notice icon="people" title={text.none} hint={text.noneHint} />
            </Paper>
          ) : (
            <Stack gap={2}>
              <Roles people={peopleOfTab} actionsOf={isReader ? () => ({ more: [] }) : actionsOf} />
              <SignInRules people={people} isReader={isReader} />
            </Stack>
          );
        }}
      </ListState>
      {open?.kind === 'invite' ? <InvitePerson onDone={finish} onClose={close} /> : null}
      {open?.kind === 'rename' ? <RenamePerson {...open.person} onDone={finish} onClose={close} /> : null}
      {open?.kind === 'reset' ? <ResetSecondFactor {...open.person} onDone={finish} onClose={close} /> : null}
    </SettingsPage>
  );
}

/** The people by role. */
function Roles({ people, actionsOf }: { people: readonly Person[]; actionsOf(person: Person): PersonActions }) {
  return roles.map((role) => {
    const ofRole = people.filter((person) => person.role === role);
    return ofRole.length === 0 ? null : (
      <Section key={role} title={text.roles[role]} count={ofRole.length} padded={false}>
        <Muted block sx={{ px: 2, pb: 1, mt: -1 }}>
          {text.may[role]}
        </Muted>
        <PlainList>
          {ofRole.map((person) => (
            <PersonRow key={person.accountId} person={person} actions={actionsOf(person)} />
          ))}
        </PlainList>
      </Section>
    );
  });
}

const Skeleton = () => (
  <Paper>
    <RowsSkeleton rows={5} columns={4} />
  </Paper>
);
