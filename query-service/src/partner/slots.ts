import { addDays, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { feeRulesOf } from '@dayline/contracts/clinic/fees';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { isOfferedIn } from '@dayline/contracts/clinic/sessions';
import { maxSlotDays } from '@dayline/contracts/endpoints/partner/partner';
import { slotId } from '@dayline/contracts/ids';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { daysToCome } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Answer } from '../queries/answer.ts';

/** Without dates: today and the six days after. */
const usualDays = 7;

type FreeSlots = Answer<'listPartnerSlots'>['body'];

interface SlotFilter {
  readonly pocId?: string | undefined;
  readonly departmentId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The free times that the desk could book now, the earliest first. */
export async function freeSlots(snapshot: Snapshot, filter: SlotFilter): Promise<FreeSlots> {
  const { clientId, directory } = snapshot;
  const { date: today } = snapshot.clinicOf(clientId);
  const from = filter.from === undefined || filter.from < today ? today : filter.from;
  const ends = [addDays(from, maxSlotDays - 1), filter.to ?? addDays(from, usualDays - 1)];
  const [to = from] = [...ends, lastBookableDate(today, snapshot.horizonDays)].sort();
  const doctors = filter.pocId === undefined ? directory.doctorsOf(clientId) : [directory.doctor(filter.pocId)];
  const found: FreeSlots['slots'] = [];
  for (const doctor of doctors) {
    if (doctor && doctor.onRequest === null) found.push(...(await slotsOf(snapshot, doctor, { ...filter, from, to })));
  }
  const slots = found.sort((one, other) => `${one.date} ${one.time}`.localeCompare(`${other.date} ${other.time}`));
  return { zone: directory.client(clientId)?.zone ?? defaultZone, from, to, slots };
}

async function slotsOf(
  snapshot: Snapshot,
  doctor: DoctorRow,
  { departmentId, from, to }: SlotFilter & { readonly from: string; readonly to: string },
): Promise<FreeSlots['slots']> {
  const { directory } = snapshot;
  const { key: pocId, name: pocName } = doctor;
  const fee = feeRulesOf(doctor, directory.client(doctor.clientId)) ? null : doctor.consultationFee;
  const days = (await daysToCome(snapshot, doctor, to)).filter(({ date }) => date >= from);
  return days.flatMap(({ date, slots }) =>
    slots().flatMap(({ time, minutes, free, session }) => {
      const isOffered = departmentId === undefined || isOfferedIn(session, departmentId, doctor.departmentId);
      if (free <= 0 || !isOffered) return [];
      const department = session?.departmentId ?? doctor.departmentId;
      const departmentName = directory.department(department)?.name ?? '';
      const ofDoctor = { pocId, pocName, departmentId: department, departmentName };
      const room = session?.room ?? doctor.room;
      return [{ slotId: slotId(pocId, date, time), ...ofDoctor, date, time, minutes, free, room, fee }];
    }),
  );
}
