import type { AppointmentDetail, SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../shared/api/hooks.ts';
import { leadsOf } from '../../../shared/appointments/choosing/rows.ts';
import { FillWords } from '../../../shared/appointments/fill-bar.tsx';
import { usePendingChanges } from '../../../shared/appointments/marking/pending-changes.ts';
import { withPending } from '../../../shared/appointments/marking/rules.ts';
import { offersMove } from '../../../shared/appointments/moving/movable.ts';
import { PaymentOf, StatusChip } from '../../../shared/appointments/status-chip.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { useVisitActions } from '../../../shared/appointments/visit/use-visit-actions.tsx';
import { visitOfDetail } from '../../../shared/appointments/visit/visit-row.ts';
import { PatientLink } from '../../../shared/format/patient-link.tsx';
import { sessionText } from '../../../shared/format/session.ts';
import { clockTime, shortWeekdayAndDate } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { RowMenu, type RowMenuItem } from '../../../ui/buttons/row-menu.tsx';
import { ListState } from '../../../ui/feedback/list-state.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeletons.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, lineAbove, Muted, PlainList, Span } from '../../../ui/layout/boxes.tsx';
import { listWords, phoneText } from '../../../ui/locale/words.ts';
import { useBookings } from '../api/queries.ts';
import type { SlotState } from '../slots-rules.ts';
import { slotsText as text } from '../slots-text.ts';
import { detailsText } from '../text.ts';
import { barStates, freeWords } from './slot-card.tsx';
import { VisitType } from './visit-type.tsx';

const maxFreeRows = 10;

const rowLook = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 1,
  alignItems: 'center',
  minHeight: 52,
  px: { xs: 1.5, md: 2 },
  py: 0.5,
  ...lineAbove,
  fontSize: '0.875rem',
} as const;

/** The menu is next to both lines. */
const withMenu = { gridTemplateColumns: 'minmax(0, 1fr) auto auto', pr: { xs: 0.5, md: 1 } } as const;

function BookingRow({ row, menu }: { row: AppointmentDetail; menu: readonly RowMenuItem[] }) {
  return (
    <Box component="li" sx={{ ...rowLook, ...(menu.length > 0 ? withMenu : {}) }}>
      <Span sx={{ fontWeight: 600, minWidth: 0 }}>
        <PatientLink userId={row.User_ID} name={row.UserName} identity={row.identity}>
          {row.UserName ?? appointmentText.erased}
        </PatientLink>
      </Span>
      <Box sx={{ justifySelf: 'end', display: 'flex', gap: 1 }}>
        {row.Status === 'Confirmed' ? null : <StatusChip status={row.Status} />}
        <PaymentOf visit={row} />
      </Box>
      <Box sx={{ fontSize: '0.8125rem', whiteSpace: 'nowrap' }}>
        {row.UserContact === null ? (
          '–'
        ) : (
          <MuiLink
            href={`tel:+${row.UserContact}`}
            color="textSecondary"
            sx={{ display: 'inline-block', lineHeight: '28px' }}
          >
            {phoneText(row.UserContact)}
          </MuiLink>
        )}
      </Box>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', textAlign: 'right' }}>
        <VisitType row={row} />
      </Box>
      {menu.length > 0 ? (
        <Box sx={{ gridArea: '1 / 3 / 3', display: 'flex' }}>
          <RowMenu label={detailsText.more(row.UserName ?? appointmentText.anErased)} items={menu} />
        </Box>
      ) : null}
    </Box>
  );
}

function FreeSlotRows({ free }: { free: number }) {
  const rowCount = Math.min(free, maxFreeRows);
  const rows = Array.from({ length: rowCount }, (_, index) => index);
  return (
    <>
      {rows.map((index) => (
        <Box component="li" key={index} sx={{ ...rowLook, color: 'text.secondary' }}>
          <Inline component="span" gap={1}>
            <Icon name="ring" size={14} />
            {text.freePlace}
          </Inline>
        </Box>
      ))}
      {free > rowCount ? (
        <Box component="li" sx={{ ...rowLook, color: 'text.secondary' }}>
          {text.moreFree(free - rowCount)}
        </Box>
      ) : null}
    </>
  );
}

/** The patients booked in a slot, and actions for its remaining capacity. */
export function SlotPanel(props: { slot: SlotGroup; state: SlotState; pocId: string; departmentId: string }) {
  const { slot, state, pocId, departmentId } = props;
  const { role, clientId, clientName } = useIdentity();
  const query = useBookings(pocId, slot);
  const free = state === 'open' ? slot.free : 0;
  const rest =
    freeWords(slot, state) ||
    {
      ...{ full: text.full, blocked: text.blocked, passed: text.passed, early: text.early, closed: text.closed },
      onlyFor: [text.onlyFor, listWords(slot.session?.onlyFor ?? [])].join(': '),
      ...{ onRequest: [text.onRequest, slot.session?.onRequest].join(': '), open: '' },
    }[state];
  const { date, time } = slot;
  const session = sessionText(slot.session);
  const isElsewhere = role === 'admin' && slot.session?.department !== undefined;
  const departments = useCall('listDepartments', { clientId }, { enabled: isElsewhere });
  // The wizard lists a session's times under its department.
  const department = departments.data?.find(({ Value_name: name }) => name === slot.session?.department)?.departmentId;
  return (
    <>
      <Inline
        gap={1}
        sx={{
          position: { xs: 'sticky', md: 'static' },
          top: 0,
          zIndex: 1,
          bgcolor: 'background.paper',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          px: { xs: 1.5, md: 2 },
          py: 1.25,
          minHeight: 60,
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="h2" id="slot-open" sx={{ fontWeight: 600, fontSize: '1rem', lineHeight: '1.25rem' }}>
            {clockTime(time)}, {shortWeekdayAndDate(date)}
          </Typography>
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            <FillWords booked={slot.noOfAppointments} total={slot.totalSlots} state={barStates[state]} />
            {` · ${rest}`}
          </Box>
          {session === '' ? null : <Muted block>{session}</Muted>}
        </Box>
        {role === 'admin' && free > 0 ? (
          <LinkButton
            to={paths.addNewAppointment}
            state={{ clientId, clientName, departmentId: department ?? departmentId, pocId, date, time }}
            startIcon={<Icon name="plus" />}
            sx={{ width: { xs: '100%', md: 'auto' } }}
          >
            {text.book}
          </LinkButton>
        ) : null}
      </Inline>
      <ListState
        query={query}
        skeleton={<RowsSkeleton rows={3} height={52} columns={2} />}
        failed={{ title: text.failed }}
      >
        {(data) => <Places rows={data.body} minutes={slot.minutes} free={free} />}
      </ListState>
    </>
  );
}

/** A booking's menu; an administrator can move it. */
function useBookingMenu() {
  const { role, zone } = useIdentity();
  const today = useClinicDay(zone);
  const { moveAction, dialogs } = useVisitActions('admin', today);
  const menu = (row: AppointmentDetail): RowMenuItem[] => {
    if (role !== 'admin') return leadsOf(row);
    const visit = visitOfDetail(row);
    return [...(offersMove(visit, today) ? [moveAction(visit)] : []), ...leadsOf(row)];
  };
  return { menu, dialogs };
}

/**
 * "A cancelled appointment frees its place" (decisions): it is left out, like a booking of another length that begins
 * at the same time; an older booking has no length.
 */
function Places(props: { rows: readonly AppointmentDetail[]; minutes: number; free: number }) {
  const { rows, minutes, free } = props;
  const pending = usePendingChanges((state) => state.changes);
  const { menu, dialogs } = useBookingMenu();
  // Visits just moved away from here disappear at once.
  const here = withPending(rows, pending).filter((row, index) => row.AppointmentTime === rows[index]?.AppointmentTime);
  const holding = here.filter((row) => row.Status !== 'Cancelled' && row.minutes === minutes);
  return (
    <PlainList aria-labelledby="slot-open">
      {holding.map((row) => (
        <BookingRow key={row.AppointmentId} row={row} menu={menu(row)} />
      ))}
      {holding.length === 0 && free === 0 ? (
        <Box component="li" sx={{ ...rowLook, color: 'text.secondary' }}>
          {text.nobody}
        </Box>
      ) : null}
      <FreeSlotRows free={free} />
      {dialogs}
    </PlainList>
  );
}
