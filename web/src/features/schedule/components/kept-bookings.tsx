import { type PlanSlot, plannedSlots } from '@dayline/contracts/clinic/schedule';
import Box from '@mui/material/Box';
import { useCall } from '../../../shared/api/hooks.ts';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { outlined, quietText } from '../../../ui/layout/boxes.tsx';
import { filled } from '../../../ui/locale/filled.ts';
import type { Schedule } from '../api/use-schedule.ts';
import { weekOf } from '../rules.ts';
import { scheduleText as text } from '../text.ts';

const shownAtMost = 4;

/** "Bookings outside new hours keep their place and are named", before the hours are saved. */
export function KeptBookings({ schedule, pocId }: { schedule: Schedule; pocId: string | undefined }) {
  const today = useClinicDay(useIdentity().zone);
  const bookings = useCall(
    'listAppointmentDetailsOfDoctor',
    { pocId: pocId ?? '', status: 'Confirmed', from: schedule.edit.from ?? today, sort: 'oldest' },
    { enabled: pocId !== undefined && schedule.changes > 0 },
  );
  const ownHours = useCall('listDayHours', { pocId: pocId ?? '' }, { enabled: pocId !== undefined });
  if (schedule.changes === 0 || !bookings.data) return null;
  // The weekly hours don't apply on these dates.
  const others = new Set(ownHours.data?.map(({ date }) => date));
  const week = weekOf(schedule.draft);
  const slotsOn = new Map<string, readonly PlanSlot[]>();
  const outside = bookings.data.filter(({ AppointmentDate: date, AppointmentTime: time, minutes }) => {
    if (others.has(date) || (schedule.until !== null && date >= schedule.until)) return false;
    const slots = slotsOn.get(date) ?? plannedSlots(week, date);
    slotsOn.set(date, slots);
    return !slots.some((slot) => slot.time === time && slot.minutes === minutes);
  });
  const more = outside.length - shownAtMost;
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 1.5,
        px: 2,
        py: 1.25,
        ...outlined,
        borderRadius: '6px',
        bgcolor: 'background.default',
        ...quietText,
      }}
    >
      <Icon name="clock" />
      <Box sx={{ minWidth: 0 }}>
        {outside.length === 0
          ? filled(text.keptNone, { count: <strong>{text.noneKept}</strong> })
          : filled(text.kept, { count: <strong>{text.bookings(outside.length)}</strong> })}
        {outside.slice(0, shownAtMost).map((row) => (
          <Box key={row.AppointmentId} sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
            {shortDate(row.AppointmentDate)}, {clockTime(row.AppointmentTime)} · {row.UserName}
          </Box>
        ))}
        {more > 0 ? <Box>{text.more(more)}</Box> : null}
      </Box>
    </Box>
  );
}
