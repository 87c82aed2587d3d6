import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { hourName } from '../../../shared/appointments/day-picture/rules.ts';
import { OnRequest } from '../../../shared/appointments/doctors/on-request.tsx';
import { LoadBars } from '../../../shared/appointments/load-bars.tsx';
import { PhoneLink } from '../../../shared/format/phone-link.tsx';
import { clockDigits } from '../../../shared/format/time.ts';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Bold, Inline, lineBelow, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { countText } from '../../../ui/locale/words.ts';
import { type RowFocus, rowLook } from '../../../ui/table/columns.ts';
import { GroupHeading } from '../../../ui/table/group-heading.tsx';
import { axisOf, type DepartmentGroup, type Doctor, groupsOf, type HourAxis, hourBars, placeOn } from '../rules.ts';
import { doctorsText as text } from '../text.ts';
import { ExternalId, MailLink, ViewAppointments } from './doctor-links.tsx';
import { DoctorMenu } from './doctor-menu.tsx';
import { NextFree, NotBookableFrom, TodayWords } from './doctor-today.tsx';

interface DoctorsTableProps {
  label: string;
  rows: readonly Doctor[];
  focus: RowFocus;
  now: ClinicTime;
}

interface Drawn extends Pick<DoctorsTableProps, 'focus' | 'now'> {
  axis: HourAxis;
}

const nowLine = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  borderLeft: '2px dotted',
  borderColor: 'text.primary',
  ml: '-1px',
} as const;

/** One line marks the current time in every row. */
function NowLine({ axis, now }: Pick<Drawn, 'axis' | 'now'>) {
  const at = placeOn(axis, now.time);
  return at === undefined ? null : <Box aria-hidden="true" sx={nowLine} style={{ left: `${at * 100}%` }} />;
}

function AxisHead({ axis, now }: Pick<Drawn, 'axis' | 'now'>) {
  const at = placeOn(axis, now.time);
  const hour = (of: number) => hourName(String(of % 24).padStart(2, '0'));
  const edge = { position: 'absolute', fontWeight: 400, fontSize: '0.75rem', whiteSpace: 'nowrap' } as const;
  return (
    <Box sx={{ position: 'relative', height: 20 }}>
      {at !== undefined && at < 0.28 ? null : <Span sx={{ ...edge, left: 0 }}>{hour(axis.start)}</Span>}
      {at === undefined ? null : (
        <Span
          sx={{ ...edge, fontWeight: 600, color: 'text.primary', transform: 'translateX(-50%)' }}
          style={{ left: `${Math.min(0.85, Math.max(0.15, at)) * 100}%` }}
        >
          {clockDigits(now.time)}
        </Span>
      )}
      {at !== undefined && at > 0.72 ? null : <Span sx={{ ...edge, right: 0 }}>{hour(axis.end)}</Span>}
    </Box>
  );
}

/** Auditors read. */
const useIsDesk = (): boolean => useIdentity().role === 'admin';

function WideRow({ doctor, index, focus, now, axis }: Drawn & { doctor: Doctor; index: number }) {
  const focused = focus.index === index;
  return (
    <>
      <td>
        <Bold sx={{ fontSize: '0.9375rem' }}>{doctor.pocName}</Bold>
        <ExternalId id={doctor.externalId} />
        <NotBookableFrom doctor={doctor} />
      </td>
      <td className="small">
        <PhoneLink phone={doctor.contactNumber} />
      </td>
      <td className="small clipped" title={doctor.email ?? undefined}>
        <MailLink email={doctor.email} />
      </td>
      <td className="line">
        <LoadBars bars={hourBars(doctor, axis, now.time)} height={26} />
        <NowLine axis={axis} now={now} />
      </td>
      {doctor.onRequest === undefined ? (
        <>
          <td className="words">
            <TodayWords doctor={doctor} />
          </td>
          <td>
            <NextFree doctor={doctor} today={now.date} />
          </td>
        </>
      ) : (
        <td className="words small" colSpan={2}>
          <OnRequest sentence={doctor.onRequest} />
        </td>
      )}
      {useIsDesk() ? (
        <td className="go">
          <Inline sx={{ justifyContent: 'flex-end' }}>
            <DoctorMenu doctor={doctor} />
            <ViewAppointments doctor={doctor} from={paths.doctors} filled={focused} />
          </Inline>
        </td>
      ) : null}
    </>
  );
}

const tableLook = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  '& th, & td': { px: 1, py: 0, textAlign: 'left', fontWeight: 400, fontSize: '0.875rem' },
  '& thead th': {
    height: 40,
    fontSize: '0.8125rem',
    fontWeight: 600,
    color: 'text.secondary',
    ...lineBelow,
  },
  '& tbody tr': { height: 44 },
  '& tbody + tbody :is(th, td)': { borderColor: 'divider' },
  '& tbody td': { borderTop: '1px solid', borderColor: 'divider' },
  '& tbody:first-of-type tr:first-of-type :is(td, th)': { borderTop: 0 },
  '& tbody th': { pl: 2, pt: '12px', verticalAlign: 'top', borderTop: '1px solid', borderColor: 'divider' },
  '& .small': { fontSize: '0.8125rem' },
  '& .clipped': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .small a': { lineHeight: '28px' },
  '& thead th:first-of-type': { pl: 2 },
  '& .line': { position: 'relative', px: 0 },
  '& .words': { pl: 2 },
  '& .go': { textAlign: 'right', pr: 1.5 },
} as const;

const columns = [
  ['department', '11.1%'],
  ['name', '15%'],
  ['contact', '10.6%'],
  ['email', '16%'],
  ['byHour', '13.1%'],
  ['today', '11%'],
  ['nextFree', '7.2%'],
  ['actions', '16%'],
] as const;

function WideTable({ label, groups, ...drawn }: Drawn & { label: string; groups: readonly DepartmentGroup[] }) {
  const { axis, now, focus } = drawn;
  const isDesk = useIsDesk();
  const visibleColumns = columns.filter(([name]) => isDesk || name !== 'actions');
  return (
    <Box component="table" aria-label={label} sx={tableLook}>
      <colgroup>
        {visibleColumns.map(([name, width]) => (
          <col key={name} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {visibleColumns.map(([name]) => (
            <th
              key={name}
              scope="col"
              {...(name === 'byHour' ? { className: 'line', 'aria-label': text.columns.byHour } : {})}
              {...(name === 'today' ? { className: 'words' } : {})}
              style={name === 'actions' ? { textAlign: 'right', paddingRight: 24 } : undefined}
            >
              {name === 'byHour' ? <AxisHead axis={axis} now={now} /> : text.columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ department, count, doctors }) => (
        <tbody key={department}>
          {doctors.map(({ doctor, index }, position) => (
            <Box
              component="tr"
              key={doctor.pocId}
              ref={focus.rowRef(index)}
              tabIndex={-1}
              sx={rowLook(focus.index === index)}
            >
              {position === 0 ? (
                <th scope="rowgroup" rowSpan={doctors.length}>
                  <Box sx={{ position: 'sticky', top: 60, lineHeight: '1.25rem' }}>
                    <b style={{ fontWeight: 600 }}>{department}</b>{' '}
                    <Span
                      role="img"
                      aria-label={text.ofDepartment(count)}
                      sx={{ fontSize: '0.8125rem', fontWeight: 600, color: 'text.secondary' }}
                    >
                      {countText(count)}
                    </Span>
                  </Box>
                </th>
              ) : null}
              <WideRow doctor={doctor} index={index} {...drawn} />
            </Box>
          ))}
        </tbody>
      ))}
    </Box>
  );
}

function DoctorCard({ doctor, index, focus, now, axis }: Drawn & { doctor: Doctor; index: number }) {
  return (
    <Box
      component="li"
      ref={focus.rowRef(index)}
      tabIndex={-1}
      sx={{ p: 1.5, borderBottom: '1px solid', borderColor: 'divider', ...rowLook(focus.index === index) }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ minWidth: 0 }}>
          <Bold sx={{ fontSize: '1rem' }}>{doctor.pocName}</Bold>
          <ExternalId id={doctor.externalId} />
          <NotBookableFrom doctor={doctor} />
          <div>
            {doctor.onRequest === undefined ? (
              <TodayWords doctor={doctor} />
            ) : (
              <OnRequest sentence={doctor.onRequest} />
            )}
          </div>
        </Box>
        {doctor.onRequest === undefined ? (
          <Box sx={{ textAlign: 'right' }}>
            <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{text.columns.nextFree}</Box>
            <NextFree doctor={doctor} today={now.date} />
          </Box>
        ) : null}
      </Box>
      <Box sx={{ position: 'relative', my: 1 }}>
        <LoadBars bars={hourBars(doctor, axis, now.time)} height={32} />
        <NowLine axis={axis} now={now} />
      </Box>
      <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere', '& a': { display: 'block', lineHeight: '44px' } }}>
        <PhoneLink phone={doctor.contactNumber} />
        <MailLink email={doctor.email} />
      </Box>
      {useIsDesk() ? (
        <Inline gap={1}>
          <ViewAppointments doctor={doctor} from={paths.doctors} filled={focus.index === index} wide />
          <DoctorMenu doctor={doctor} />
        </Inline>
      ) : null}
    </Box>
  );
}

/** "Doctors grouped by department with count, table of Name, Contact Number (tel link), Email (mail link)." (section 2) */
export function DoctorsTable({ label, rows, focus, now }: DoctorsTableProps) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'));
  const groups = groupsOf(rows);
  const rowContext = { focus, now, axis: axisOf(rows) };
  if (!narrow) return <WideTable label={label} groups={groups} {...rowContext} />;
  return (
    <Box>
      {groups.map(({ department, count, doctors }) => (
        <section key={department} aria-label={department}>
          <GroupHeading>
            {department} · {text.ofDepartment(count)}
          </GroupHeading>
          <PlainList>
            {doctors.map(({ doctor, index }) => (
              <DoctorCard key={doctor.pocId} doctor={doctor} index={index} {...rowContext} />
            ))}
          </PlainList>
        </section>
      ))}
    </Box>
  );
}
