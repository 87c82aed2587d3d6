import type { CommandContext } from '@dayline/command-service/command-handler/command-context';
import type { CommandService } from '@dayline/command-service/service';
import type { Money } from '@dayline/contracts/appointments';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Difference } from '@dayline/contracts/fields/visit-money';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { VisitFees } from './visit-fees.ts';
import type { VisitOracle } from './visit-oracle.ts';
import { type Ask, dates, type OfVisit, type Status, times, timesOf, type Undo } from './visit-steps.ts';

type Commands = CommandService['commands'];
export type Result = { readonly position?: string | null } | Refusal;
/** A request that any process can carry out. */
export type Request = (commands: Commands, by: CommandContext) => Promise<Result>;
type DayEvent = Recorded<DoctorDayEvent>;

export type MovingRequest = { readonly appointmentId: string } & (
  | { readonly eventId: string }
  | {
      readonly pocId: string;
      readonly date: string;
      readonly time: string;
      readonly reason: string | null;
      readonly fee: { readonly difference: Difference | undefined };
    }
);
export const moving =
  (request: MovingRequest): Request =>
  (commands, by) =>
    'eventId' in request ? commands.undoMove(request, by) : commands.moveAppointment(request, by);

const marks = ['AppointmentMarkedVisited', 'AppointmentMarkedNotVisited', 'AppointmentCancelled'] as const;

interface Deps {
  readonly pocIds: readonly string[];
  readonly patientIds: readonly string[];
  readonly oracle: Pick<VisitOracle, 'shown'>;
  readonly fees: Pick<VisitFees, 'recordRequest'>;
  /** The events of the history so far; it grows. */
  readonly events: readonly DayEvent[];
  /** Called with each result of a bulk change. */
  readonly onOneOfMany: (outcome: string) => void;
}

type Many = Awaited<ReturnType<Commands['changeMany']>>;

/** As the page does: the same request with the same key. On a busy machine an attempt may get no further at all. */
async function untilAllStarted(send: () => Promise<Many>): Promise<Many> {
  for (;;) {
    const many = await send();
    if (isRefusal(many) || many.results.every(({ outcome }) => outcome !== 'notBegun')) return many;
  }
}

/** The requests of steps, with the ids of a history as it is at that time. */
export class VisitRequests {
  readonly #deps: Deps;
  #batch: { readonly batchId: string; readonly events: { appointmentId: string; eventId: string }[] } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A listed visit; from 10 on, any visit in the order of booking. */
  #visit(index: number): string | null {
    const all = this.#deps.events.flatMap((event) =>
      event.type === 'AppointmentBooked' ? [event.data.appointmentId] : [],
    );
    const listed = new Set(this.#deps.oracle.shown().map(({ id }) => id));
    const ids = index < 10 ? all.filter((id) => listed.has(id)) : all;
    return ids[(index < 10 ? index : index - 10) % Math.max(1, ids.length)] ?? null;
  }

  #eventsOf<Type extends DoctorDayEvent['type']>(...types: Type[]) {
    const isOfType = (event: DayEvent): event is Recorded<Extract<DoctorDayEvent, { type: Type }>> =>
      (types as string[]).includes(event.type);
    return this.#deps.events.filter(isOfType);
  }

  /** One of the events of these types; 0 is the latest. */
  #eventOf<Type extends DoctorDayEvent['type']>(index: number, ...types: Type[]) {
    const found = this.#eventsOf(...types);
    return found.at(-1 - (index % Math.max(1, found.length)));
  }

  /** The request for the current state; null if there is nothing that it could refer to. */
  of(ask: Ask): Request | null {
    switch (ask.ask) {
      case 'book':
      case 'overbook':
      case 'walkIn':
        return this.#booking(ask);
      case 'rules':
      case 'fee':
        return this.#setting(ask);
      case 'callNext':
        return this.#callNext(this.#deps.pocIds[ask.doctor] ?? '');
      case 'many': {
        const appointmentIds = ask.visits.flatMap((visit) => this.#visit(visit) ?? []);
        return appointmentIds.length === 0 ? null : this.#many(appointmentIds, ask.to);
      }
      case 'undoMany': {
        return this.#undoMany();
      }
      case 'block':
      case 'unblock':
        return this.#block(ask);
      case 'undoArrival':
      case 'undoCall':
      case 'undoContact':
      case 'undoStatus':
      case 'undoPayment':
        return this.#undo(ask);
      case 'move':
      case 'undoMove': {
        const request = this.moving(ask);
        return request && moving(request);
      }
      default: {
        const appointmentId = this.#visit(ask.visit);
        if (appointmentId === null) return null;
        if (ask.ask === 'correct') {
          const correction = { appointmentId, status: ask.to, reason: 'A mistake' };
          return (commands, by) => commands.correctAppointmentStatus(correction, by);
        }
        return this.#ofVisit(ask, appointmentId);
      }
    }
  }

  /** A move, or the undo of one, as it can be sent to another process. */
  moving(ask: Extract<Ask, { ask: 'move' | 'undoMove' }>): MovingRequest | null {
    if (ask.ask === 'move') {
      const appointmentId = this.#visit(ask.visit);
      const reason = ask.visit % 2 ? 'Late bus' : null;
      const fee = { difference: ask.difference };
      return appointmentId === null ? null : { appointmentId, ...this.#place(ask), reason, fee };
    }
    const event = this.#eventOf(ask.visit, 'AppointmentRescheduled', 'AppointmentMovedIn');
    return event ? { appointmentId: event.data.appointmentId, eventId: event.id } : null;
  }

  #booking(ask: Extract<Ask, { ask: 'book' | 'overbook' | 'walkIn' }>): Request {
    const patientId = this.#deps.patientIds[ask.patient] ?? '';
    const { kind: visit, takes: amount, givesReason } = ask;
    const feeReason = givesReason ? 'A colleague' : undefined;
    const paid = { payment: ask.pays ? 'Paid' : 'Pay_later', amount, feeReason, method: 'cash' } as const;
    const booking = { patientId, ...paid, ...(visit && { visit }) };
    return (commands, by) => {
      this.#deps.fees.recordRequest(by.commandId, { amount, reason: feeReason, visit });
      if (ask.ask === 'walkIn') {
        return commands.walkIn({ pocId: this.#deps.pocIds[ask.doctor] ?? '', ...booking }, by);
      }
      const type = ask.isTele ? 'Tele Consultation' : 'Direct Consultation';
      const overbooks = ask.ask === 'overbook' && { overbooks: { reason: 'An old patient' } };
      return commands.bookAppointment({ ...this.#place(ask), ...booking, type, ...overbooks }, by);
    };
  }

  #setting(ask: Extract<Ask, { ask: 'rules' | 'fee' }>): Request {
    const pocId = this.#deps.pocIds[ask.doctor ?? 0] ?? '';
    if (ask.ask === 'fee') {
      return (commands, by) => commands.setConsultationFee({ pocId, fee: ask.paise }, by);
    }
    const { doctor, rules: feeRules } = ask;
    return (commands, by) =>
      doctor === null ? commands.setClientFees({ feeRules }, by) : commands.setFeeRules({ pocId, feeRules }, by);
  }

  #ofVisit({ ask: kind, visit }: { readonly ask: OfVisit; readonly visit: number }, appointmentId: string): Request {
    const status = (to: 'Availed' | 'Not_Availed' | 'Cancelled', money?: Money): Request => {
      const request = { appointmentId, status: to, as: 'admin', asksMoney: true, money } as const;
      return (commands, by) => commands.changeAppointmentStatus(request, by);
    };
    switch (kind) {
      case 'arrive':
        return (commands, by) => commands.arrive({ appointmentId }, by);
      case 'leave':
        return (commands, by) => commands.withdrawArrival({ appointmentId }, by);
      case 'call':
        return (commands, by) => commands.callPatient({ appointmentId }, by);
      case 'uncall':
        return (commands, by) => commands.withdrawCall({ appointmentId }, by);
      case 'visited':
        return status('Availed');
      case 'missed':
        return status('Not_Availed');
      case 'cancel':
        return status('Cancelled');
      case 'refund':
        return status('Cancelled', 'refunded');
      case 'keepMoney':
        return status('Cancelled', 'notRefunded');
      case 'pay':
        return (commands, by) => {
          const amount = visit % 2 ? 300_00 : undefined;
          this.#deps.fees.recordRequest(by.commandId, { amount });
          const method = visit % 3 ? undefined : 'card';
          return commands.correctPayment({ appointmentId, payment: 'Paid', amount, method }, by);
        };
      case 'repay': {
        const request = {
          appointmentId,
          payment: 'Paid',
          amount: 350_00,
          method: 'upi',
          reason: 'Typed wrong',
        } as const;
        return (commands, by) => {
          this.#deps.fees.recordRequest(by.commandId, { amount: request.amount });
          return commands.correctPayment(request, by);
        };
      }
      case 'giveBack': {
        const amount = visit % 2 ? undefined : 120_00;
        const method = visit % 3 ? 'cash' : undefined;
        return (commands, by) => commands.refundPayment({ appointmentId, amount, method }, by);
      }
      case 'reach':
        return (commands, by) => commands.noteContact({ appointmentId, reached: true, note: 'On Monday' }, by);
      default: {
        const request = { appointmentId, payment: 'Pay_later', reason: 'Counted twice' } as const;
        return (commands, by) => commands.correctPayment(request, by);
      }
    }
  }

  #undo({ ask, visit }: { readonly ask: Exclude<Undo, 'undoMove'>; readonly visit: number }): Request | null {
    switch (ask) {
      case 'undoStatus': {
        const event = this.#eventOf(visit, ...marks);
        if (!event) return null;
        const { appointmentId, statusBefore: status } = event.data;
        const request = { appointmentId, status, as: 'admin', eventId: event.id } as const;
        return (commands, by) => commands.undoAppointmentStatus(request, by);
      }
      case 'undoPayment': {
        const event = this.#eventOf(visit, 'AppointmentPaymentCorrected', 'PaymentRefunded');
        if (!event) return null;
        if (event.type === 'PaymentRefunded') {
          const refund = { appointmentId: event.data.appointmentId, eventId: event.id };
          return (commands, by) => commands.undoRefund(refund, by);
        }
        const { appointmentId, paymentBefore: payment } = event.data;
        return (commands, by) => commands.undoPaymentCorrection({ appointmentId, payment, eventId: event.id }, by);
      }
      case 'undoContact': {
        const event = this.#eventOf(visit, 'PatientContacted');
        if (!event) return null;
        const { appointmentId } = event.data;
        return (commands, by) => commands.undoContact({ appointmentId, eventId: event.id }, by);
      }
      default: {
        const event = this.#eventOf(visit, ask === 'undoCall' ? 'PatientCalled' : 'PatientArrived');
        if (!event) return null;
        const request = { appointmentId: event.data.appointmentId, eventId: event.id };
        return (commands, by) =>
          ask === 'undoCall' ? commands.withdrawCall(request, by) : commands.withdrawArrival(request, by);
      }
    }
  }

  /** The waiting visit with the lowest token, by the oracle. */
  #callNext(pocId: string): Request | null {
    const waiting = this.#deps.oracle
      .shown()
      .filter(
        ({ id, status, token, isCalled }) =>
          doctorDayOf(id).pocId === pocId && status === 'Confirmed' && token && !isCalled,
      );
    const next = Math.min(...waiting.map(({ token }) => token ?? 0));
    return waiting.length === 0 ? null : (commands, by) => commands.callNext({ pocId, next }, by);
  }

  #many(appointmentIds: readonly string[], status: Exclude<Status, 'Confirmed'>): Request {
    return async (commands, by) => {
      const many = await untilAllStarted(() => commands.changeMany(appointmentIds, { status, money: 'refunded' }, by));
      if (isRefusal(many)) return many;
      const events = many.results.flatMap(({ appointmentId, eventId }) =>
        eventId ? [{ appointmentId, eventId }] : [],
      );
      if (events.length > 0) this.#batch = { batchId: by.commandId, events };
      for (const { outcome } of many.results) this.#deps.onOneOfMany(outcome);
      return many;
    };
  }

  /** Includes a visit whose status was not set by this batch: that one stays. */
  #undoMany(): Request | null {
    const batch = this.#batch;
    if (!batch) return null;
    const isOther = ({ data }: Recorded<Extract<DoctorDayEvent, { type: (typeof marks)[number] }>>) =>
      batch.events.every(({ appointmentId }) => appointmentId !== data.appointmentId);
    const otherEvent = this.#eventsOf(...marks).findLast(isOther);
    const others = otherEvent ? [{ appointmentId: otherEvent.data.appointmentId, eventId: otherEvent.id }] : [];
    return async (commands, by) => {
      const events = [...batch.events, ...others];
      const many = await untilAllStarted(() => commands.undoMany({ ...batch, events }, by));
      if (isRefusal(many)) return many;
      for (const { appointmentId } of others) {
        expect(many.results).toContainEqual(expect.objectContaining({ appointmentId, outcome: 'refused' }));
      }
      return many;
    };
  }

  #block({ ask, doctor, day, time }: Extract<Ask, { ask: 'block' | 'unblock' }>): Request {
    const of = { pocId: this.#deps.pocIds[doctor] ?? '', date: dates[day] ?? '' };
    const at = time === null ? null : [times[time] ?? ''];
    if (ask === 'block') {
      const reason = 'Ward round';
      return (commands, by) =>
        at ? commands.blockSlots({ ...of, times: at, reason }, by) : commands.blockDay({ ...of, reason }, by);
    }
    return (commands, by) => (at ? commands.unblockSlots({ ...of, times: at }, by) : commands.unblockDay(of, by));
  }

  #place({ doctor, day, time }: { readonly doctor: number; readonly day: number; readonly time: number }) {
    const of = timesOf(doctor);
    return { pocId: this.#deps.pocIds[doctor] ?? '', date: dates[day] ?? '', time: of[time % of.length] ?? '' };
  }
}
