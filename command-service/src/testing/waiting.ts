import { streams } from '@dayline/contracts/events/categories';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { CommandService } from '../service.ts';
import { memoryCursors } from './killed.ts';
import { accepted, day, openStage, type Stage } from './stage.ts';

/** The day that patients wait for. */
export const date = '2026-11-24';
/** The times of a doctor's day, of three places each. */
export const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'] as const;
export const direct = { type: 'Direct Consultation', payment: 'Pay_later' } as const;

export const at8 = Date.parse(`${day}T08:00:00+05:30`);

export async function openWaitingStage(): Promise<Stage> {
  const stage = await openStage();
  stage.letViewsFollow();
  return stage;
}

/** At 8:00 or later, another doctor, since the entries of earlier tests wait for theirs. */
export async function anotherDoctor(stage: Stage): Promise<string> {
  stage.clock.set(Math.max(at8, stage.clock.now()));
  return (await stage.more()).pocId;
}

/** What the desk does with the waiting list of a doctor; `at` is asked each time, since tests change both. */
export function waitingDesk(at: () => { readonly stage: Stage; readonly pocId: string }) {
  let people = 0;
  async function newPatient(): Promise<string> {
    const { stage } = at();
    people += 1;
    const phone = `9198${String(people).padStart(8, '0')}`;
    const patient = { name: `Meera ${people}`, phone, email: 'm@mail.example', location: 'Pune' };
    return accepted(await stage.service.commands.savePatient(patient, stage.by())).patientId;
  }
  async function join(more: object = {}, service = at().stage.service) {
    const patientId = await newPatient();
    const { stage, pocId } = at();
    const asked = { patientId, pocId, departmentId: null, from: date, to: date, times: null, note: null, ...more };
    const { waitingId } = accepted(await service.commands.joinWaitingList(asked, stage.by()));
    return { waitingId, patientId };
  }
  async function book(time: string, on: string = date) {
    const patientId = await newPatient();
    const { stage, pocId } = at();
    const request = { pocId, date: on, time, patientId, ...direct };
    return accepted(await stage.service.commands.bookAppointment(request, stage.by())).appointmentId;
  }
  /** All three places of each time; in the order of the times. */
  async function fill(full: readonly string[] = times) {
    const ids: string[] = [];
    for (const time of full) for (let place = 0; place < 3; place += 1) ids.push(await book(time));
    return ids;
  }
  async function cancel(appointmentId: string) {
    const { stage } = at();
    const request = { appointmentId, status: 'Cancelled', as: 'admin' } as const;
    const { eventId } = accepted(await stage.service.commands.changeAppointmentStatus(request, stage.by()));
    return { eventId: eventId ?? '' };
  }
  async function answer(waitingId: string, is: 'accept' | 'decline', service = at().stage.service) {
    const { stage } = at();
    const { appointmentId = '' } = (await offerOf(stage, waitingId)) ?? {};
    return service.commands.answerOffer({ waitingId, appointmentId, answer: is }, stage.by());
  }
  /** As time goes by: holds lapse. */
  async function lapse(ms: number, service = at().stage.service) {
    const { stage, pocId } = at();
    stage.clock.set(stage.clock.now() + ms);
    for (const event of await stage.stored.readStream(streams.doctorDay(pocId, date))) {
      const isOver = Date.parse(String(event.data['until'])) <= stage.clock.now();
      if (event.type === 'PlaceHeld' && isOver) await service.holds.handle([event], new AbortController().signal);
    }
  }
  return { newPatient, join, book, fill, cancel, answer, lapse };
}

/** Offers free places until nothing more follows, as the follower does; also after a crash. */
export async function offerPlaces(stage: Stage, service: CommandService = stage.service): Promise<void> {
  for (let head = ''; head !== (await stage.stored.head()); ) {
    head = await stage.stored.head();
    await followToEnd({ ...service.waiting, log: followable(stage.stored), cursors: stage.vault.followers });
  }
}

/** Handles every event of the log again, as a follower whose cursor was lost. */
export const offerAgain = (stage: Stage, service: CommandService = stage.service): Promise<void> =>
  followToEnd({ ...service.waiting, log: followable(stage.stored), cursors: memoryCursors() });

/** The types of an entry's events, in order. */
export const typesOf = async (stage: Stage, waitingId: string): Promise<string[]> =>
  (await stage.stored.readStream(streams.waiting(waitingId))).map(({ type }) => type);

/** The places that are offered to an entry, with its last answer. */
export async function offerOf(stage: Stage, waitingId: string) {
  const events = await stage.log.readStream(streams.waiting(waitingId));
  const last = events.findLast(({ type }) => type === 'PlaceOffered');
  const isOpen = events.at(-1)?.type === 'PlaceOffered';
  return last && isOpen ? { appointmentId: String(last.data['appointmentId']), time: String(last.data['time']) } : null;
}
