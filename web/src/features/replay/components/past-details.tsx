import type { AppointmentDetail } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { paidWords } from '../../../shared/appointments/payment/amount.ts';
import { paidIn } from '../../../shared/appointments/payment/what-is-paid.ts';
import { PaymentOf, StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { PhoneLink } from '../../../shared/format/phone-link.tsx';
import { clockTime, longDate } from '../../../shared/format/time.ts';
import { Notice } from '../../../ui/feedback/list-state.tsx';
import { Inline, Muted } from '../../../ui/layout/boxes.tsx';
import { CardLine } from '../../../ui/layout/card.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import { WindowedPager } from '../../../ui/paging/pager.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { usePagedRows } from '../../../ui/table/use-paged-rows.ts';
import type { Comparison } from '../api/queries.ts';
import { type ComparedRow, compare, detailFields, differText, isSameValue } from '../replay.ts';
import { replayText as text } from '../text.ts';
import { OnlyDifferences } from './only-differences.tsx';

const rowsPerPage = 10;
const missing = '–';

type Row = ComparedRow<AppointmentDetail> & { readonly row: AppointmentDetail };

const Chips = ({ of }: { of: AppointmentDetail }) => (
  <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
    <StatusChip status={of.Status} />
    <PaymentOf visit={of} />
  </Box>
);

/** The amount paid; '' if unknown. */
function moneyWords(row: AppointmentDetail): string {
  const paidAmount = paidIn(row);
  return paidAmount === null ? '' : paidWords(paidAmount, row.money.method ?? 'unknown');
}

/** A row's text, apart from its chips. */
const words: readonly ((row: AppointmentDetail) => string)[] = [
  (row) => clockTime(row.AppointmentTime),
  moneyWords,
  (row) => row.UserName ?? text.erased,
  (row) => (row.UserContact === null ? missing : phoneText(row.UserContact)),
  (row) => row.UserLocation ?? missing,
  (row) => row.POCName,
  (row) => row.Specialization,
  (row) => row.BranchName ?? missing,
];

const changesOf = (past: AppointmentDetail, later: AppointmentDetail): string[] =>
  words.flatMap((word) => (word(past) === word(later) ? [] : word(later) || []));

function LaterValue({ past, later, differs }: Row) {
  if (!differs) return <Typography sx={{ color: 'text.secondary' }}>{text.same}</Typography>;
  if (later === null) return text.notOther;
  const chips = ['Status', 'Payment_Status', 'money'] as const;
  const isMarked = past === null || chips.some((field) => !isSameValue(past[field], later[field]));
  return (
    <Inline gap={0.5} wrap sx={{ color: 'status.blocked.main' }}>
      <span aria-hidden="true">→</span>
      {isMarked ? <Chips of={later} /> : null}
      <Typography variant="caption">{past === null ? text.notThen : changesOf(past, later).join(', ')}</Typography>
    </Inline>
  );
}

const columnsOf = (withDoctor: boolean, laterHeader: string | undefined): Column<Row>[] => [
  { id: 'time', header: text.columns.time, nowrap: true, width: 96, cell: ({ row }) => clockTime(row.AppointmentTime) },
  {
    id: 'name',
    header: text.columns.patient,
    strong: true,
    clip: 180,
    cell: ({ row }) => (
      <PatientLink userId={row.User_ID} name={row.UserName} identity={row.identity}>
        {row.UserName ?? text.erased}
      </PatientLink>
    ),
  },
  {
    id: 'contact',
    header: text.columns.contact,
    nowrap: true,
    card: 'more',
    cell: ({ row }) => <PhoneLink phone={row.UserContact} />,
  },
  {
    id: 'location',
    header: text.columns.location,
    clip: 110,
    card: 'more',
    cell: ({ row }) => row.UserLocation ?? missing,
  },
  ...(withDoctor
    ? [
        {
          id: 'doctor',
          header: text.columns.doctor,
          clip: 150,
          cell: ({ row }: Row) => row.POCName,
        } satisfies Column<Row>,
      ]
    : []),
  {
    id: 'type',
    header: text.columns.type,
    clip: 160,
    card: 'more',
    cell: ({ row }) =>
      [appointmentText.type[row.AppointmentType], ...(row.BranchName === null ? [] : [row.BranchName])].join(', '),
  },
  {
    id: 'past',
    header: laterHeader === undefined ? text.columns.status : text.atThatMoment,
    card: 'chip',
    cell: ({ past }) => (past === null ? text.notThen : <Chips of={past} />),
  },
  ...(laterHeader === undefined
    ? []
    : [{ id: 'other', header: laterHeader, cell: (row: Row) => <LaterValue {...row} /> } satisfies Column<Row>]),
];

const rowKey = ({ row }: Row): string => row.AppointmentId;

const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The appointments of a day as they were, beside those of another moment if there is one. */
export function PastDetails(props: {
  date: string;
  appointments: readonly AppointmentDetail[];
  comparison: Comparison<{ readonly appointments: readonly AppointmentDetail[] }> | undefined;
  withDoctor: boolean;
  /** The appointment that the page was opened for: the list's page with it is shown, and its row highlighted. */
  marked: string | undefined;
  /** Lists the moment's own day, if another date is shown. */
  onOwnDay: (() => void) | undefined;
}) {
  const { date, appointments, withDoctor, marked, onOwnDay } = props;
  // Nothing is compared before it has loaded.
  const otherPast = props.comparison?.body && { ...props.comparison.body, when: props.comparison.when };
  const [isNarrowed, setNarrowed] = useState(false);
  const all = compare(appointments, otherPast?.appointments ?? appointments, detailFields);
  const rows = otherPast && isNarrowed ? all.filter(({ differs }) => differs) : all;
  const paged = usePagedRows(rows, { rowKey, pageSize: rowsPerPage, marked });
  const { isMarkedShown } = paged;
  const list = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef<string>(undefined);
  // Once, and without smooth scrolling: on a phone the row is below the fold.
  useEffect(() => {
    if (!isMarkedShown || scrolledTo.current === marked) return;
    scrolledTo.current = marked;
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView?.({ block: 'center' });
  }, [isMarkedShown, marked]);
  return (
    <Paper ref={list} sx={{ minWidth: 0 }}>
      <CardLine at="top">
        <Typography variant="h3" component="h2">
          {longDate(date)}
        </Typography>
        {onOwnDay ? (
          <Button size="small" variant="text" onClick={onOwnDay}>
            {text.ownDay}
          </Button>
        ) : null}
        <Muted sx={{ ml: { md: 'auto' } }}>
          {otherPast ? differText(all, otherPast.when) : (props.comparison?.note ?? text.appointments(all.length))}
        </Muted>
        {otherPast ? (
          <OnlyDifferences
            isOn={isNarrowed}
            onChange={(isOn) => {
              setNarrowed(isOn);
              paged.showFirst();
            }}
          />
        ) : null}
      </CardLine>
      {rows.length === 0 ? (
        <Notice
          icon="calendar"
          {...(all.length === 0 ? { title: text.noneBooked, hint: text.noneHint } : { title: text.noDifferences })}
        />
      ) : (
        <DataTable
          label={text.screens.details}
          columns={columnsOf(withDoctor, otherPast && capitalise(otherPast.when))}
          rows={paged.rows}
          rowKey={rowKey}
          marked={marked}
        />
      )}
      {paged.pager ? <WindowedPager {...paged.pager} label={text.screens.details} /> : null}
    </Paper>
  );
}
