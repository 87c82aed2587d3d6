import { defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { byQueueOrder, type Presence, type QueueRule, queueRuleOf } from '@dayline/contracts/clinic/queue';
import type { WallBoard, WallRow } from '@dayline/contracts/endpoints/displays';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { DisplayCaller } from '@dayline/http/caller';
import { hoursOf, isBlocked, latenessOf, todaysSlotsOf } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';

type Present = AppointmentRow & { readonly presence: Presence };

/** The number of next patients shown for each doctor. */
const maxNext = 3;

/** The contents of a display: for each doctor the last called and the next patients, only by their tokens. */
export async function boardOf(
  snapshot: Snapshot,
  { clientId, actor, pocIds }: DisplayCaller,
  asOf: number,
): Promise<WallBoard> {
  const { desk, directory, instant } = snapshot;
  const { date: today } = snapshot.clinicOf(clientId);
  const doctors = pocIds.flatMap((pocId) => directory.doctor(pocId) ?? []);
  const client = directory.client(clientId);
  const zone = client?.zone ?? defaultZone;
  const [slotsByDoctor, lateness, pages] = await Promise.all([
    todaysSlotsOf(snapshot, doctors),
    latenessOf(snapshot, doctors),
    Promise.all(doctors.map(({ key: pocId }) => desk.page({ view: 'appointments', where: { pocId, date: today } }))),
  ]);
  const rowOf = (doctor: DoctorRow, index: number): WallRow => {
    const department = directory.department(doctor.departmentId)?.name ?? doctor.specialization;
    const present = (pages[index]?.rows ?? []).filter((row): row is Present => row.presence !== undefined);
    const slots = slotsByDoctor.get(doctor.key) ?? [];
    const ofQueue = queueOf(present, queueRuleOf(client));
    const { key: pocId, name, room } = doctor;
    const lateBy = lateness.get(pocId);
    return {
      ...{ pocId, name, department, ...ofQueue, room: ofQueue.room ?? room },
      ...(lateBy !== undefined && { lateBy }),
      letter: present.findLast(({ presence }) => presence.letter !== undefined)?.presence.letter ?? null,
      hours: isBlocked(slots) ? [] : hoursOf(slots),
    };
  };
  return {
    client: client?.name ?? '',
    display: actor.name,
    zone,
    today,
    now: new Date(instant).toISOString(),
    asOf: new Date(asOf).toISOString(),
    doctors: doctors.map(rowOf),
  };
}

/** A call counts until it is undone, also once the visit is marked. */
function queueOf(present: readonly Present[], rule: QueueRule) {
  const calls = present.flatMap(({ presence: { token, call }, status }) =>
    call && status !== 'Cancelled' ? [{ token, ...call }] : [],
  );
  const last = calls.sort((a, b) => (a.calledAt < b.calledAt ? 1 : -1))[0];
  const next = present
    .filter(({ status, presence, movingTo }) => status === 'Confirmed' && presence.call === null && !movingTo)
    .sort(byQueueOrder(rule))
    .slice(0, maxNext);
  return {
    token: last?.token ?? null,
    calledAt: last?.calledAt ?? null,
    room: last?.room ?? null,
    next: next.map(({ presence }) => presence.token),
  };
}
