import type { Money } from '@dayline/contracts/appointments';
import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Bold, Inline, Muted } from '../../../ui/layout/boxes.tsx';
import { countText, paiseAmount } from '../../../ui/locale/words.ts';
import { useActions } from '../../actions/actions.ts';
import { shortDate } from '../../format/time.ts';
import { untilLoaded } from '../../lazy-piece.ts';
import { errorText } from '../../sentences/errors-text.ts';
import { markingText } from '../marking/text.ts';
import type { ManyStatus, RefusedVisit } from '../marking/use-change-many.ts';
import { isAnyPaid, paidIn } from '../payment/what-is-paid.ts';
import { visitOfDetail } from '../visit/visit-row.ts';
import { historyOf } from './rows.ts';
import { manyText as text } from './text.ts';

const RefundDialog = lazy(() => untilLoaded(() => import('../marking/refund-dialog.tsx')));

/** A bar below the list, above other content: how many rows, a summary, and the actions. */
function Bar(props: { count: number; title: string; hint: string; isWarning?: boolean; children: ReactNode }) {
  const { count, title, hint, isWarning = false, children } = props;
  return (
    <Paper
      role="region"
      aria-label={title}
      sx={{
        position: 'sticky',
        bottom: 8,
        zIndex: 2,
        mt: 1,
        px: { xs: 1.5, md: 2 },
        py: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        boxShadow: '0 8px 24px rgb(23 33 43 / .18)',
        ...(isWarning ? { borderColor: 'status.late.line' } : {}),
      }}
    >
      <Inline
        sx={{
          justifyContent: 'center',
          minWidth: 40,
          height: 36,
          px: 1,
          borderRadius: '6px',
          fontWeight: 700,
          fontSize: '1.25rem',
          ...(isWarning
            ? { bgcolor: 'surface.raised', color: 'text.primary' }
            : { bgcolor: 'primary.main', color: 'primary.contrastText' }),
        }}
      >
        {countText(count)}
      </Inline>
      <Box role="status" sx={{ flex: '1 1 200px', minWidth: 0, mx: 0.5 }}>
        <Bold sx={{ display: 'block', fontWeight: 600 }}>{title}</Bold>
        <Muted block>{hint}</Muted>
      </Box>
      {children}
    </Paper>
  );
}

/** "Nov 17 to Nov 24 · 5 doctors · 6 Pay later" */
function summaryOf(rows: readonly AppointmentDetail[]): string {
  const dates = rows.map(({ AppointmentDate }) => AppointmentDate).sort();
  const unpaid = rows.filter(({ Payment_Status }) => Payment_Status === 'Pay_later').length;
  const doctors = new Set(rows.map(({ POC_ID }) => POC_ID)).size;
  return [
    text.fromTo(shortDate(dates[0] ?? ''), shortDate(dates.at(-1) ?? '')),
    text.doctors(doctors),
    ...(unpaid > 0 ? [text.payLater(unpaid)] : []),
  ].join(' · ');
}

/** The number of paid rows, and their sum. */
const paidWords = (amounts: readonly (number | null)[]): string =>
  markingText.arePaid(
    amounts.length,
    paiseAmount(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)),
    amounts.filter((amount) => amount === null).length,
  );

/** Actions for all chosen rows: "each button has its number, none is filled, Cancel apart". */
export function ChoosingBar(props: {
  rows: readonly AppointmentDetail[];
  /** The clinic's date. */
  today: string;
  /** False: only Cancel is offered. */
  marks?: boolean;
  onChange(status: ManyStatus, money?: Money): void;
  onClear(): void;
}) {
  const { rows, today, marks: withMarks = true, onChange, onClear } = props;
  const [asksMoney, setAsksMoney] = useState(false);
  const count = rows.length;
  const amounts = rows.filter(isAnyPaid).map(paidIn);
  const laterCount = rows.filter(({ AppointmentDate }) => AppointmentDate > today).length;
  const about = `${summaryOf(rows)}. ${text.cancelHint}`;
  const cancel = async () => {
    if (amounts.length > 0) {
      setAsksMoney(true);
      return;
    }
    const question = { title: text.cancelQuestion(count), message: about, actionLabel: text.cancelAction(count) };
    if (await confirm({ ...question, cancelLabel: markingText.keepAll, destructive: true })) onChange('Cancelled');
  };
  const marks: Action[] = (withMarks ? (['Not_Availed', 'Availed'] as const) : []).map((status) => ({
    name: text.mark(count, status),
    shortcut: status === 'Availed' ? 'v' : 'n',
    enabled: laterCount === 0,
    perform: () => onChange(status),
  }));
  const clear = { name: text.clear, shortcut: 'Escape', perform: onClear };
  useActions([clear, ...marks]);
  return (
    <Bar
      count={count}
      title={text.chosen(count)}
      hint={laterCount > 0 && withMarks ? text.ahead(laterCount) : summaryOf(rows)}
    >
      <ActionButton action={clear} quiet />
      <ActionButton
        action={{ name: text.cancel(count), destructive: true, perform: () => void cancel() }}
        sx={{ mr: { md: 1 } }}
      />
      {marks.map((action) => (
        <ActionButton key={action.name} action={action} />
      ))}
      {asksMoney ? (
        <Suspense>
          <RefundDialog
            title={text.cancelQuestion(count)}
            message={`${about} ${paidWords(amounts)}`}
            onClose={() => setAsksMoney(false)}
            onCancel={(money) => onChange('Cancelled', money)}
          />
        </Suspense>
      ) : null}
    </Bar>
  );
}

/** The rows that were not changed, with the reason; if only one, with its history and correction. */
export function RefusedBar(props: {
  refused: readonly RefusedVisit[];
  rows: readonly AppointmentDetail[];
  correctionOf(row: AppointmentDetail): Action;
  onLeave(): void;
}) {
  const { refused, rows, correctionOf, onLeave } = props;
  const [first] = refused;
  const row = rows.find(({ AppointmentId }) => AppointmentId === first?.appointmentId);
  const leave = { name: refused.length === 1 ? text.leave : text.leaveAll, shortcut: 'Escape', perform: onLeave };
  useActions([leave]);
  if (!first) return null;
  const reason = first.status === null ? (errorText[first.code] ?? first.message) : text.itIs(first.status);
  const story = refused.length === 1 && row ? historyOf(row) : undefined;
  return (
    <Bar
      count={refused.length}
      title={text.notChanged(refused.length, row ? visitOfDetail(row).about : '')}
      hint={reason}
      isWarning
    >
      {story ? <LinkButton to={story.to}>{story.name}</LinkButton> : null}
      {story && row && first.status !== null ? (
        <ActionButton action={correctionOf({ ...row, Status: first.status })} />
      ) : null}
      <ActionButton action={leave} />
    </Bar>
  );
}
