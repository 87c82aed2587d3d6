import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { maxMonthsAtOnce } from '@dayline/contracts/patients/retention';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAct } from '../../../shared/actions/act.ts';
import { call } from '../../../shared/api/client.ts';
import { callOptions } from '../../../shared/api/hooks.ts';
import { monthAndYear } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { ListState, Notice } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Bold, Inline, lineAbove, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { retentionText as text } from '../retention-text.ts';
import { RetentionPeriod } from './retention-period.tsx';
import { ExportList } from './settings-page.tsx';

type SignIns = ResponseOf<'listDueSignIns'>;

const nameOf = (month: string): string => monthAndYear(`${month}-01`);

/** The months whose sign-ins may be erased now. */
function DueMonths({ due: { keptFrom, months }, isReader }: { due: SignIns; isReader: boolean }) {
  const { clientId } = useIdentity();
  const { act, isActing } = useAct();
  const atOnce = months.slice(0, maxMonthsAtOnce);
  const erase = () =>
    act({
      async send() {
        const question = { title: text.eraseMonthsTitle(atOnce.length), message: text.eraseMonthsMessage };
        if (!(await confirm({ ...question, actionLabel: text.eraseAction, destructive: true }))) return undefined;
        return call('eraseDueSignIns', { clientId, months: atOnce.map(({ month }) => month) });
      },
      done: ({ erased }) => ({ message: text.monthsErased(erased.length) }),
      failed: text.eraseMonthsFailed,
      refetch: ['listDueSignIns'],
    });
  const action = {
    ...{ name: text.eraseMonths(atOnce.length), destructive: true, isPending: isActing },
    perform: () => void erase(),
  };
  return (
    <Section
      title={text.dueMonths}
      padded={false}
      aside={
        months.length === 0 ? undefined : (
          <Inline gap={1}>
            <ExportList list="due-sign-ins" />
            {isReader ? null : <ActionButton action={action} />}
          </Inline>
        )
      }
    >
      {months.length === 0 ? (
        <Notice
          icon="people"
          title={text.noMonths}
          hint={keptFrom === null ? text.noMonthsFrom : text.noMonthsHint(nameOf(keptFrom))}
        />
      ) : null}
      <PlainList aria-label={text.dueMonths}>
        {months.map(({ month, entries }) => (
          <Inline component="li" key={month} gap={1.5} wrap sx={{ px: 2, py: 0.75, minHeight: 44, ...lineAbove }}>
            <Bold>{nameOf(month)}</Bold>
            <Muted sx={{ ml: 'auto' }}>{text.entries(entries)}</Muted>
          </Inline>
        ))}
      </PlainList>
    </Section>
  );
}

/** How long sign-ins are kept, and the months that are due for erasure. */
export function SignInRetention({ isReader }: { isReader: boolean }) {
  const { clientId } = useIdentity();
  const query = useQuery(callOptions(useQueryClient(), 'listDueSignIns', { clientId }));
  return (
    <ListState query={query} skeleton={<RowsSkeleton rows={3} columns={2} />} failed={{ title: text.signInsFailed }}>
      {({ body: due }) => (
        <Stack gap={2}>
          <RetentionPeriod
            key={due.signInYears}
            {...{ title: text.signIns, label: text.signInsKeptFor, years: due.signInYears, isReader }}
            lead={due.since === null ? text.signInsLead : text.signInsLeadSince(nameOf(due.since))}
            send={(signInYears) => call('setRetention', { clientId, signInYears })}
            refetch={['listDueSignIns']}
          />
          <DueMonths due={due} isReader={isReader} />
        </Stack>
      )}
    </ListState>
  );
}
