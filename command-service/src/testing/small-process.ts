import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { appointmentId, doctorDayOf } from '@dayline/contracts/ids';
import { followable } from '@dayline/event-log/followable';
import { type FollowerCursors, followToEnd } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { createCommandHandler } from '../command-handler/command-handler.ts';
import { type DoctorDayCommand, doctorDay } from '../doctor-day/decide.ts';
import type { Appointment } from '../doctor-day/state.ts';
import { followedProcess, type Process, runProcess } from '../process/process.ts';
import { book, context, date, pocId } from './doctor-day.ts';
import { at, by } from './processes.ts';

/**
 * A process of two streams, for tests: a patient booked a week later gives up today's appointment. If that one can't
 * be cancelled any more, the new one is.
 */

export const laterDate = '2026-11-28';
const [newStream, oldStream] = [streams.doctorDay(pocId, laterDate), streams.doctorDay(pocId, date)];
export const dayStreams = { new: newStream, old: oldStream } as const;
const later = context({ date: laterDate });
const newId = '01J00000000000000000000001';

interface Step {
  readonly name: 'give up the old one' | 'give up the new one';
  readonly appointmentId: string;
}
interface Appointments {
  readonly fresh: Appointment;
  readonly old: Appointment | undefined;
}

function next({ fresh, old }: Appointments, refused: ReadonlyMap<string, Refusal>): Step | null {
  if (!old || old.status === 'Cancelled' || fresh.status === 'Cancelled') return null;
  const { appointmentId } = (refused.has('give up the old one') ? fresh : old).booked.data;
  return {
    name: refused.has('give up the old one') ? 'give up the new one' : 'give up the old one',
    appointmentId,
  };
}

const noKeys = { ensure: async () => new Map(), get: async () => new Map() };

/** An operating system process that runs it on this log. */
export function startMoving(log: EventLog, clock = { now: () => at }) {
  const contention = { sleep: async () => undefined };
  const days = createCommandHandler(doctorDay, { log: openSealedLog(log, noKeys), clock, contention });
  const execute = (day: string, command: DoctorDayCommand, caller = by(1)) => {
    const known = day === date ? context() : later;
    return days.execute({ stream: streams.doctorDay(pocId, day), command, context: known, by: caller });
  };
  const process: Process<Appointments, Step> = {
    name: 'small-process',
    begunBy: ['AppointmentBooked'],
    async load({ stream, metadata: { commandId } }) {
      if (stream !== dayStreams.new) return null;
      const appointmentsOf = async (name: string) => [...(await days.load(name, 0)).state.appointments.values()];
      const [here, there] = [await appointmentsOf(dayStreams.new), await appointmentsOf(dayStreams.old)];
      const fresh = here.find(({ booked }) => booked.metadata.commandId === commandId);
      return fresh ? { fresh, old: there[0] } : null;
    },
    next,
    take: ({ appointmentId: id }, context) => {
      const { date: day } = doctorDayOf(id);
      return execute(day, { kind: 'changeStatus', appointmentId: id, status: 'Cancelled', as: 'admin' }, context);
    },
  };
  return {
    execute,
    /** Books the new appointment, and takes the following steps. */
    async move() {
      const booked = await execute(laterDate, book(1, { appointmentId: appointmentId(pocId, laterDate, newId) }));
      if (isRefusal(booked)) throw new Error(booked.refused);
      const beginning = booked.events.find(({ type }) => type === 'AppointmentBooked');
      if (!beginning) throw new Error('nothing was booked');
      // Cast is safe: a recorded event is plain data.
      return runProcess(process, beginning as never, by(1), { clock });
    },
    /** Finishes open processes of others. */
    finish: (cursors: FollowerCursors) =>
      followToEnd({ log: followable(log), cursors, ...followedProcess(process, clock) }),
  };
}
