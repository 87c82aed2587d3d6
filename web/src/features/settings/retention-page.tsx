import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { KeptReason } from '@dayline/contracts/patients/retention';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../shared/actions/act.ts';
import { call } from '../../shared/api/client.ts';
import { callOptions } from '../../shared/api/hooks.ts';
import { PatientLink } from '../../shared/format/patient-link.tsx';
import { fullDate } from '../../shared/format/time.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { ListState, Notice } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Stack } from '../../ui/layout/boxes.tsx';
import { CardLine, Section } from '../../ui/layout/card.tsx';
import { RetentionPeriod } from './components/retention-period.tsx';
import { ExportList, SettingsPage } from './components/settings-page.tsx';
import { SignInRetention } from './components/sign-in-retention.tsx';
import { retentionText as text } from './retention-text.ts';

type Retention = ResponseOf<'listDuePatients'>;

interface DueProps {
  due: Retention;
  isReader: boolean;
  /** The part of the list that is shown; absent for the first. */
  cursor: string | undefined;
  /** That of the next part; absent at the end. */
  next: string | undefined;
  onCursor(cursor: string | undefined): void;
}

interface KeptPatient {
  userId: string;
  name: string | null;
  reason: KeptReason;
}

/** The patients whom the last erasure left, and why. */
function KeptPatients({ kept }: { kept: readonly KeptPatient[] }) {
  return (
    <Stack gap={0.5} role="status" sx={{ px: 2, pb: 1.5 }}>
      {kept.map(({ userId, name, reason }) => (
        <Muted block key={userId}>
          {text.kept(name ?? text.noName, reason)}
        </Muted>
      ))}
    </Stack>
  );
}

/** The patients who may be erased now. */
function DuePatients({ due: { patients, visitedFrom }, isReader, cursor, next, onCursor }: DueProps) {
  const { clientId } = useIdentity();
  const { act, isActing } = useAct();
  const [keptPatients, setKeptPatients] = useState<readonly KeptPatient[]>([]);
  const count = patients.length;
  const erase = () =>
    act({
      async send() {
        const question = { title: text.eraseTitle(count), message: text.eraseMessage, actionLabel: text.eraseAction };
        if (!(await confirm({ ...question, destructive: true }))) return undefined;
        const reply = await call('eraseDuePatients', { clientId, patientIds: patients.map(({ userId }) => userId) });
        setKeptPatients(
          reply.kept.map((one) => ({
            ...one,
            name: patients.find(({ userId }) => userId === one.userId)?.name ?? null,
          })),
        );
        // Without an erasure nothing has changed for the user.
        return reply.erased === 0 ? { ...reply, position: null } : reply;
      },
      done: ({ erased }) => ({ message: text.erased(erased) }),
      failed: text.eraseFailed,
      refetch: ['listDuePatients'],
    });
  const action = { name: text.erase(count), destructive: true, isPending: isActing, perform: () => void erase() };
  return (
    <Section
      title={text.due}
      padded={false}
      aside={
        count === 0 ? undefined : (
          <Inline gap={1}>
            <ExportList list="due-patients" />
            {isReader ? null : <ActionButton action={action} />}
          </Inline>
        )
      }
    >
      {visitedFrom === null ? null : (
        <Muted block sx={{ px: 2, pb: 1 }}>
          {text.dueLead(fullDate(visitedFrom))}
        </Muted>
      )}
      <KeptPatients kept={keptPatients} />
      {count === 0 && next === undefined ? (
        <Notice icon="people" title={text.none} hint={visitedFrom === null ? text.noneFrom : text.noneHint} />
      ) : null}
      <PlainList aria-label={text.due}>
        {patients.map(({ userId, name, phone, uhid, registeredAt, lastVisit }) => (
          <Inline component="li" key={userId} gap={1.5} wrap sx={{ px: 2, py: 0.75, minHeight: 52, ...lineAbove }}>
            <Bold sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <PatientLink userId={userId} name={name}>
                {name ?? text.noName}
              </PatientLink>
            </Bold>
            <Muted>{[uhid, phone].filter(Boolean).join(' · ')}</Muted>
            <Muted sx={{ ml: 'auto' }}>
              {lastVisit === null
                ? text.noVisit(fullDate(registeredAt.slice(0, 10)))
                : text.lastVisit(fullDate(lastVisit))}
            </Muted>
          </Inline>
        ))}
      </PlainList>
      {next === undefined && cursor === undefined ? null : (
        <CardLine at="bottom">
          {cursor === undefined ? null : (
            <ActionButton action={{ name: text.start, perform: () => onCursor(undefined) }} />
          )}
          {next === undefined ? null : <ActionButton action={{ name: text.more, perform: () => onCursor(next) }} />}
        </CardLine>
      )}
    </Section>
  );
}

/** How long data about people is kept, and who is due for erasure (/settings/retention); auditors read. */
export default function RetentionPage() {
  const { clientId, role } = useIdentity();
  const [cursor, setCursor] = useState<string>();
  const request = { clientId, ...(cursor !== undefined && { cursor }) };
  const query = useQuery({
    ...callOptions(useQueryClient(), 'listDuePatients', request),
    placeholderData: keepPreviousData,
  });
  const isReader = role !== 'admin';
  return (
    <SettingsPage section="retention">
      <ListState query={query} skeleton={<RowsSkeleton rows={8} columns={2} />} failed={{ title: text.failed }}>
        {({ body: due, nextCursor }) => (
          <Stack gap={2}>
            <RetentionPeriod
              key={due.patientYears}
              {...{ title: text.period, label: text.keptFor, lead: text.periodLead, years: due.patientYears, isReader }}
              send={(patientYears) => call('setRetention', { clientId, patientYears })}
              refetch={['listDuePatients']}
            />
            <DuePatients due={due} isReader={isReader} cursor={cursor} next={nextCursor} onCursor={setCursor} />
            <SignInRetention isReader={isReader} />
            <Section title={text.others}>
              <Muted block>{text.otherLead}</Muted>
            </Section>
          </Stack>
        )}
      </ListState>
    </SettingsPage>
  );
}
