import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useMemo, useState } from 'react';
import { useActions } from '../../shared/actions/actions.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { monthAndYear } from '../../shared/format/time.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import type { Action } from '../../ui/buttons/action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { isRepeatable } from '../../ui/buttons/single-press.ts';
import { Legend } from '../../ui/charts/legend.tsx';
import { ListState } from '../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeletons.tsx';
import { NativeSelectField } from '../../ui/fields/native-select-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Bold, Inline, Span, Stack } from '../../ui/layout/boxes.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useDays } from './api/use-days.tsx';
import { DayDialog } from './components/day-dialog.tsx';
import { DayForm } from './components/day-form.tsx';
import { DaysAhead } from './components/days-ahead.tsx';
import { looks, Year } from './components/year.tsx';
import {
  branchText,
  type CalendarOfClient,
  type Day,
  daysAhead,
  daysInForce,
  monthLater,
  monthOf,
  monthText,
} from './rules.ts';
import { calendarText as text } from './text.ts';

/** The dialog that is open. */
type Open = { kind: 'form'; date?: string; former?: Day } | { kind: 'day'; date: string };

const Sign = ({ look }: { look: keyof typeof looks }) => (
  <Span
    aria-hidden="true"
    sx={{ width: 18, height: 14, borderRadius: '3px', border: '1px solid transparent', ...looks[look] }}
  />
);

const legend = () => [
  { sign: <Sign look="closed" />, label: text.closed },
  { sign: <Sign look="half" />, label: text.half },
  { sign: <Sign look="repeated" />, label: text.repeated },
];

/** The months in the address: a year, or on a phone one month. */
function useMonths(today: string) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const { params, set } = useAddressParams();
  const first = monthOf(params.get('from'), today);
  const count = isNarrow ? 1 : 12;
  const months = useMemo(() => Array.from({ length: count }, (_, index) => monthLater(first, index)), [first, count]);
  const last = months.at(-1) ?? first;
  const thisMonth = today.slice(0, 7);
  return {
    months,
    label: count === 1 ? monthAndYear(`${first}-01`) : text.months(monthText(first), monthText(last)),
    isNow: first === thisMonth,
    step: (by: 1 | -1) => set({ from: monthLater(first, by * count) }),
    toNow: () => set({ from: undefined }),
    branch: params.get('branch') ?? '',
    setBranch: (branch: string) => set({ branch }),
  };
}

function Stepper({ label, isNow, step, toNow }: ReturnType<typeof useMonths>) {
  const arrow = (by: 1 | -1, name: string, icon: 'left' | 'right') => (
    <IconButton
      aria-label={name}
      onClick={() => step(by)}
      sx={{ width: { xs: 44, md: 36 }, height: { xs: 44, md: 36 } }}
    >
      <Icon name={icon} size={16} />
    </IconButton>
  );
  return (
    <Inline {...isRepeatable} role="group" aria-label={text.year} sx={{ ml: { xs: 'auto', md: 0 } }}>
      {arrow(-1, text.earlier, 'left')}
      <Bold aria-live="polite" sx={{ textAlign: 'center' }}>
        {label}
      </Bold>
      {arrow(1, text.later, 'right')}
      {isNow ? null : (
        <Button variant="text" onClick={toNow}>
          {text.toToday}
        </Button>
      )}
    </Inline>
  );
}

function Content(
  props: {
    listed: CalendarOfClient;
    today: string;
    canChange: boolean;
    setOpen(open: Open | undefined): void;
  } & ReturnType<typeof useMonths> & { open: Open | undefined },
) {
  const { listed, today, canChange, months, branch, setBranch, open, setOpen } = props;
  const { save, remove, openAsUsual } = useDays();
  const branchId = listed.branches.find(({ id }) => String(id) === branch)?.id ?? null;
  const inForce = useMemo(() => daysInForce(listed, branchId), [listed, branchId]);
  const openDate = useCallback(
    (date: string) => setOpen(inForce(date).length > 0 ? { kind: 'day', date } : { kind: 'form', date }),
    [inForce, setOpen],
  );
  const sharedProps = { listed, today, canChange };
  const onChange = (former: Day) => setOpen({ kind: 'form', former });
  const close = () => setOpen(undefined);
  const branches =
    listed.branches.length > 0 ? (
      <Box sx={{ width: { xs: 160, md: 180 } }}>
        <NativeSelectField
          label={text.branch}
          labelHidden
          value={branchId === null ? '' : branch}
          onChange={setBranch}
          choices={[
            { value: '', label: text.allBranches },
            ...listed.branches.map(({ id }) => ({ value: String(id), label: branchText(listed, id) })),
          ]}
        />
      </Box>
    ) : undefined;
  return (
    <>
      <Stack
        gap={2}
        sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 500px' }, alignItems: 'start' }}
      >
        <Paper>
          <Year {...sharedProps} months={months} inForce={inForce} onOpen={openDate} />
        </Paper>
        <DaysAhead
          {...sharedProps}
          aside={branches}
          days={daysAhead(listed, today, branchId)}
          onChange={onChange}
          onRemove={(day) => void remove(day)}
        />
      </Stack>
      {open?.kind === 'day' ? (
        <DayDialog
          {...sharedProps}
          date={open.date}
          days={inForce(open.date)}
          onAdd={() => setOpen({ kind: 'form', date: open.date })}
          onChange={onChange}
          onRemove={(day) => {
            close();
            void remove(day);
          }}
          onOpen={(day) => {
            close();
            void openAsUsual(day, open.date);
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'form' ? (
        <DayForm {...open} listed={listed} today={today} branchId={branchId} onSave={save} onClose={close} />
      ) : null}
    </>
  );
}

/** The hospital days (/calendar): holidays, half days and weekdays of the month, for all doctors. */
export default function CalendarPage() {
  const { clientId, role, zone } = useIdentity();
  const today = useClinicDay(zone);
  const query = useCall('listHospitalDays', { clientId });
  const months = useMonths(today);
  const [open, setOpen] = useState<Open>();
  const canChange = role === 'admin';
  const add: Action = {
    name: text.add,
    icon: 'plus',
    shortcut: 'n',
    enabled: query.data !== undefined,
    perform: () => setOpen({ kind: 'form' }),
  };
  useActions(canChange ? [add] : []);
  return (
    <>
      <PageHeader
        title={text.title}
        afterTitle={
          <>
            <Stepper {...months} />
            <Legend entries={legend()} />
          </>
        }
        action={canChange ? <ActionButton action={add} primary sx={{ flex: { xs: 1, sm: 'none' } }} /> : undefined}
      />
      <ListState query={query} skeleton={<Skeleton />} failed={{ title: text.failed }}>
        {(calendar) => <Content {...months} {...{ listed: calendar, today, canChange, open, setOpen }} />}
      </ListState>
    </>
  );
}

const Skeleton = () => (
  <Paper>
    <RowsSkeleton rows={8} columns={4} />
  </Paper>
);
