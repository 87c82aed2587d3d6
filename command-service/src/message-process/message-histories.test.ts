import { addDays, clinicNow, instantOf } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import {
  isReminder,
  type MessageKind,
  type MessageSettings,
  messageKinds,
  noMessages,
} from '@dayline/contracts/patients/messages';
import { runs } from '@dayline/contracts/testing/trials';
import { foldMessage, type PlannedMessage } from '@dayline/contracts/views/message-fold';
import { whenText } from '@dayline/contracts/words/message-text';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import type { Letter } from '@dayline/runtime/mail/port';
import { EventLogUnavailable } from '@dayline/runtime/unavailable';
import fc from 'fast-check';
import { memoryCursors } from '../testing/killed.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';

const zone = 'Asia/Kolkata';
const minute = 60_000;
const longest = runs(120_000, 3_600_000);
const times = ['09:00', '09:30', '11:30'] as const;
const days = [1, 2, 3].map((number) => addDays(day, number));

/** What the mail server answers, or where the sending process is killed. */
const ends = ['taken', 'lost', 'busy', 'refused', 'killedBefore', 'killedAfter'] as const;
type End = (typeof ends)[number];

type Step =
  | { readonly does: 'book'; readonly patient: number; readonly time: number; readonly day: number }
  | { readonly does: 'cancel' | 'undo' | 'visit' | 'stop'; readonly visit: number }
  /** At the clinic, on the visit's day. */
  | { readonly does: 'arrive' | 'leave' | 'call' | 'callBack'; readonly visit: number }
  | { readonly does: 'move'; readonly visit: number; readonly time: number; readonly day: number; readonly to: number }
  /** The desk offers a patient a place of a doctor of its own; the patient answers by the link. */
  | { readonly does: 'offer'; readonly patient: number; readonly time: number; readonly day: number }
  | { readonly does: 'accept' | 'decline'; readonly offer: number }
  /** A cancellation frees a place of a full time, which is offered; the desk undoes it some seconds later. */
  | { readonly does: 'slip'; readonly patient: number; readonly time: number; readonly day: number }
  | { readonly does: 'choose'; readonly patient: number; readonly isYes: boolean }
  | { readonly does: 'turn'; readonly kind: number; readonly isOn: boolean }
  /** Time passes, in minutes; then two processes plan and send at once, while a desk may cancel a visit. */
  | { readonly does: 'wait'; readonly minutes: number; readonly end: End; readonly cancels: number | null }
  /**
   * `sleep`: everything that is due is sent, and time passes until the clinic's next of these hours; `planAnew`: a
   * follower begins anew.
   */
  | { readonly does: 'erase' | 'sleep' | 'planAnew' };

const notArrived = { cancelEvent: null, arrived: null, nextSince: null };
const small = fc.nat({ max: 2 });
const place = { patient: small, time: small, day: small };
const anyBooking = fc.record({ does: fc.constant('book' as const), ...place });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: anyBooking },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('cancel', 'undo', 'visit', 'stop'), visit: small }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('arrive', 'arrive', 'leave', 'call', 'callBack'), visit: small }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('move' as const), visit: small, time: small, day: small, to: fc.nat(1) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('offer' as const), ...place }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('accept', 'decline'), offer: small }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('slip' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('choose' as const), patient: small, isYes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('turn' as const), kind: fc.nat(6), isOn: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('erase', 'sleep', 'sleep', 'sleep', 'planAnew') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 2, 3, 10, 20),
      end: fc.constantFrom(...ends, 'taken', 'taken'),
      cancels: fc.option(small, { freq: 4 }),
    }),
  },
);
const steps = fc.array(anyStep, { minLength: 4, maxLength: 24 });

interface Visit {
  readonly visitId: string;
  appointmentId: string;
  pocId: string;
  readonly patient: number;
  date: string;
  time: string;
  status: 'Confirmed' | 'Cancelled' | 'marked';
  /** Of the change that is news. */
  changedAt: number;
  cancelEvent: string | null;
  /** Null: not at the clinic. */
  arrived: { readonly token: number; isCalled: boolean } | null;
  /** Since when it is among the next of its queue. */
  nextSince: number | null;
  /** Nothing but the visit's own changes decides what is sent. */
  isPlain: boolean;
}

interface OfferedPlace extends Pick<Visit, 'appointmentId' | 'patient' | 'date' | 'time' | 'pocId'> {
  readonly until: number;
  readonly offeredAt: number;
  isOpen: boolean;
  /** Nothing but its end decides what is sent. */
  isPlain: boolean;
}

/** What the desk did, kept by the test. */
interface World {
  readonly visits: Visit[];
  readonly offers: OfferedPlace[];
  readonly refusing: Set<number>;
  settings: MessageSettings;
}

/** How many waiting patients may be before one whose turn is soon. */
const nextBefore = 1;

/** Whether a visit is among the next of its queue. */
function isNext({ status, arrived, pocId, date }: Visit, visits: readonly Visit[]): boolean {
  const isBefore = (other: Visit) =>
    other.pocId === pocId &&
    other.date === date &&
    other.status === 'Confirmed' &&
    other.arrived?.isCalled === false &&
    other.arrived.token < (arrived?.token ?? 0);
  return status === 'Confirmed' && arrived?.isCalled === false && visits.filter(isBefore).length <= nextBefore;
}

const startOf = ({ date, time }: Pick<Visit, 'date' | 'time'>): number => instantOf({ date, time }, zone);
const subjects: readonly (readonly [MessageKind, RegExp])[] = [
  ['cancelled', /is cancelled$/],
  ['moved', /^New /],
  ['dayBefore', /^Tomorrow: /],
  ['hoursBefore', /^Today: /],
  ['booked', /^Your appointment at Sunrise$/],
  ['offered', /^A place is free at /],
  ['next', /^It is soon your turn at /],
];

/** What is wrong with a letter that leaves at this moment; null if it is right. */
function faultOf(letter: Letter, world: World, now: number): string | null {
  const { visits, refusing, settings } = world;
  const kind = subjects.find(([, subject]) => subject.test(letter.subject))?.[0];
  const linked = /\/your-visit\/[^/]+\/([^#]+)#/.exec(letter.text ?? '')?.[1];
  if (kind === 'offered') return faultOfOffer(letter, world, linked, now);
  if (kind === 'next') return faultOfTurn(letter, world, now);
  const uid = /UID:(\S+)/.exec(letter.calendar?.content.replaceAll('\r\n ', '') ?? '')?.[1];
  const visit = visits.find(({ visitId, appointmentId }) => appointmentId === linked || visitId === uid);
  if (!kind || !visit) return 'it is of no visit';
  const { time } = clinicNow(now, zone);
  const isQuiet = time >= '21:00' || time < '08:00';
  const isUrgent = kind === 'hoursBefore' || clinicNow(startOf(visit), zone).time < '10:00';
  const rules: readonly (readonly [string, boolean])[] = [
    ['to another address', letter.to !== `p${visit.patient}@mail.example`],
    ['of another time', !letter.text?.includes(whenText(startOf(visit), zone, 'en'))],
    ['of another appointment', kind !== 'cancelled' && visit.appointmentId !== linked],
    ['of another status', visit.status !== (kind === 'cancelled' ? 'Cancelled' : 'Confirmed')],
    ['to somebody who wants none', refusing.has(visit.patient)],
    ['turned off', !settings[kind]],
    ['within the grace', !isReminder(kind) && now < visit.changedAt + 3 * minute],
    ['in quiet hours', isQuiet && !isUrgent],
    ['after the start', now >= startOf(visit)],
  ];
  return rules.find(([, isBroken]) => isBroken)?.[0] ?? null;
}

function faultOfTurn({ to, text }: Letter, { visits, refusing, settings }: World, now: number): string | null {
  const { date } = clinicNow(now, zone);
  const visit = visits.find((one) => to === `p${one.patient}@mail.example` && one.date === date && isNext(one, visits));
  if (!visit) return 'of nobody who is among the next';
  const rules: readonly (readonly [string, boolean])[] = [
    ['of another token', !text?.includes(` ${visit.arrived?.token}. `)],
    ['within the grace', now < (visit.nextSince ?? now) + minute / 2],
    ['to somebody who wants none', refusing.has(visit.patient)],
    ['turned off', !settings.next],
  ];
  return rules.find(([, isBroken]) => isBroken)?.[0] ?? null;
}

function faultOfOffer(
  { to, text }: Letter,
  { offers, refusing, settings }: World,
  linked: string | undefined,
  now: number,
): string | null {
  const offer = offers.find(({ appointmentId }) => appointmentId === linked);
  if (!offer) return 'it is of no offer';
  const { time } = clinicNow(now, zone);
  const rules: readonly (readonly [string, boolean])[] = [
    ['to another address', to !== `p${offer.patient}@mail.example`],
    [
      'of another time',
      ![startOf(offer), offer.until].every((instant) => text?.includes(whenText(instant, zone, 'en'))),
    ],
    ['within the grace', now < offer.offeredAt + 3 * minute],
    ['without time for an answer', now + 10 * minute > offer.until],
    ['after its end', !offer.isOpen || now >= offer.until],
    ['to somebody who wants none', refusing.has(offer.patient)],
    ['turned off', !settings.offered],
    ['in quiet hours', time >= '21:00' || time < '08:00'],
  ];
  return rules.find(([, isBroken]) => isBroken)?.[0] ?? null;
}

/** A process that plans and sends, and may be killed while it does. */
class SendingProcess {
  isKilled = false;
  /** Of the next letter. */
  end: End = 'taken';
  readonly send: () => Promise<void>;

  constructor(stage: Stage, onLetter: (letter: Letter, end: End) => void) {
    const alive = () => {
      if (this.isKilled) throw new EventLogUnavailable('killed', 'unknown');
    };
    const wrap = (log: EventLog): EventLog => ({
      ...log,
      append: async (...call) => {
        alive();
        const result = await log.append(...call);
        if (this.end === 'killedBefore' && JSON.stringify(call).includes('"MessageSendStarted"')) this.isKilled = true;
        alive();
        return result;
      },
      readStream: async (...call) => {
        alive();
        return log.readStream(...call);
      },
    });
    const mail = {
      send: async (letter: Letter) => {
        const { end } = this;
        this.end = 'taken';
        onLetter(letter, end);
        if (end === 'killedAfter') this.isKilled = true;
        if (end === 'lost') throw Object.assign(new Error('lost'), { code: 'ETIMEDOUT' });
        if (end === 'busy' || end === 'refused') {
          throw Object.assign(new Error('mail'), { responseCode: end === 'busy' ? 451 : 550 });
        }
      },
      close: async () => undefined,
    };
    const sender = stage.another(wrap).messages.start({
      ...{ mail, mailFrom: 'Dayline <no-reply@dayline.example>', publicUrl: 'https://dayline.example', everyMs: null },
    });
    this.send = async () => {
      await sender.sendDue().catch((error: unknown) => {
        if (!this.isKilled) throw error;
      });
    };
  }
}

class History {
  readonly #stage: Stage;
  readonly #doctors: readonly string[];
  readonly #patients: readonly string[];
  readonly #world: World = { visits: [], offers: [], refusing: new Set(), settings: { ...noMessages, nextBefore } };
  #cursors = memoryCursors();
  #processes: SendingProcess[] = [];
  #letters: { readonly letter: Letter; readonly end: End }[] = [];
  /** What the mail server took or may have taken. */
  readonly #taken: Letter[] = [];

  private constructor(stage: Stage, doctors: readonly string[], patients: readonly string[]) {
    [this.#stage, this.#doctors, this.#patients] = [stage, doctors, patients];
  }

  static async open(stage: Stage): Promise<History> {
    const { commands } = stage.service;
    const patients: string[] = [];
    for (const number of [0, 1, 2]) {
      const person = { name: `Patient ${number}`, phone: `9198111111${number}0`, location: 'Pune' };
      const email = `p${number}@mail.example`;
      patients.push(accepted(await commands.savePatient({ ...person, email }, stage.by())).patientId);
    }
    const doctors = [stage.pocId, (await stage.more()).pocId, (await stage.more()).pocId];
    const history = new History(stage, doctors, patients);
    for (const kind of messageKinds) history.#world.settings[kind] = true;
    accepted(await commands.changeClient({ messages: history.#world.settings }, stage.by()));
    stage.letViewsFollow();
    return history;
  }

  get #commands() {
    return this.#stage.service.commands;
  }
  get #now(): number {
    return this.#stage.clock.now();
  }
  #visit(number: number): Visit | undefined {
    return this.#world.visits[number % Math.max(1, this.#world.visits.length)];
  }

  async do(step: Step): Promise<void> {
    await this.#do(step);
    const { visits } = this.#world;
    for (const visit of visits) visit.nextSince = isNext(visit, visits) ? (visit.nextSince ?? this.#now) : null;
  }

  async #do(step: Step): Promise<void> {
    switch (step.does) {
      case 'book':
        return this.#book(step);
      case 'move':
        return this.#move(step);
      case 'cancel':
        return this.#cancel(this.#visit(step.visit));
      case 'undo':
        return this.#undo(this.#visit(step.visit));
      case 'visit':
        return this.#mark(this.#visit(step.visit));
      case 'stop':
        return this.#stop(this.#visit(step.visit));
      case 'arrive':
      case 'leave':
      case 'call':
      case 'callBack':
        return this.#queue(step.does, this.#visit(step.visit));
      case 'offer':
        return this.#offer(step);
      case 'accept':
      case 'decline':
        return this.#answer(this.#world.offers[step.offer], step.does);
      case 'slip':
        return this.#slip(step);
      case 'choose':
        return this.#choose(step.patient, step.isYes);
      case 'turn':
        return this.#turn(subjects[step.kind]?.[0] ?? 'booked', step.isOn);
      case 'erase':
        return this.#erase();
      case 'wait':
        return this.#wait(step);
      case 'sleep':
        return this.#sleep();
      case 'planAnew':
        this.#cursors = memoryCursors();
    }
  }

  async #book({ patient, time, day: to }: Extract<Step, { does: 'book' }>): Promise<void> {
    if (this.#world.visits.length > 2) return;
    const [pocId = '', patientId = ''] = [this.#doctors[0], this.#patients[patient]];
    const at = { date: days[to] ?? '', time: times[time] ?? '' };
    const request = { patientId, pocId, ...at, type: 'Direct Consultation', payment: 'Pay_later' } as const;
    const result = await this.#commands.bookAppointment(request, this.#stage.by());
    if ('refused' in result) return;
    const { appointmentId } = result;
    const about = { visitId: appointmentId, appointmentId, pocId, patient, ...at, status: 'Confirmed' } as const;
    // With all messages on and a patient who wants them.
    const isPlain = !this.#world.refusing.has(patient) && !Object.values(this.#world.settings).includes(false);
    this.#world.visits.push({ ...about, changedAt: this.#now, ...notArrived, isPlain });
  }

  async #offer({ patient, time, day: to }: Extract<Step, { does: 'offer' }>): Promise<void> {
    const [pocId = '', patientId = '', on = ''] = [this.#doctors[2], this.#patients[patient], days[to]];
    const asked = { patientId, pocId, departmentId: null, from: on, to: on, times: null, note: null };
    const entry = await this.#commands.joinWaitingList(asked, this.#stage.by());
    if ('refused' in entry) return;
    const at = { pocId, date: on, time: times[time] ?? '' };
    const place = { waitingId: entry.waitingId, ...at, reason: 'In pain' };
    const given = await this.#commands.offerPlace(place, this.#stage.by());
    if ('refused' in given) return;
    const isOn = !this.#world.refusing.has(patient) && !Object.values(this.#world.settings).includes(false);
    const isPlain = isOn && startOf(at) - this.#now > 24 * 60 * minute;
    const { appointmentId } = given;
    const held = { offeredAt: this.#now, until: Date.parse(given.until) };
    this.#world.offers.push({ appointmentId, patient, ...at, ...held, isOpen: true, isPlain });
  }

  async #slip({ patient, time, day: to }: Extract<Step, { does: 'slip' }>): Promise<void> {
    const stage = this.#stage;
    const { commands } = stage.service;
    const at = { pocId: (await stage.more()).pocId, date: days[to] ?? '', time: times[time] ?? '' };
    const taken: string[] = [];
    for (const _ of [1, 2, 3]) {
      const { patientId } = await stage.more();
      accepted(await commands.chooseMessages({ patientId, accepted: false, reason: 'Calls' }, stage.by()));
      const visit = { patientId, ...at, type: 'Direct Consultation', payment: 'Pay_later' } as const;
      const result = await commands.bookAppointment(visit, stage.by());
      if ('refused' in result) return;
      taken.push(result.appointmentId);
    }
    const { pocId, date } = at;
    const waits = { patientId: this.#patients[patient] ?? '', pocId, departmentId: null, from: date, to: date };
    const entry = await commands.joinWaitingList({ ...waits, times: null, note: null }, stage.by());
    if ('refused' in entry) return;
    const about = { appointmentId: taken[0] ?? '', as: 'admin' } as const;
    const { eventId } = accepted(await commands.changeAppointmentStatus({ ...about, status: 'Cancelled' }, stage.by()));
    const place = { waitingId: entry.waitingId, ...at, reason: 'In pain' };
    const given = await commands.offerPlace(place, stage.by());
    if ('refused' in given) return;
    const offer = { appointmentId: given.appointmentId, ...at, patient, isOpen: false, isPlain: false };
    this.#world.offers.push({ ...offer, offeredAt: this.#now, until: Date.parse(given.until) });
    await this.#wait({ does: 'wait', minutes: 1 / 6, end: 'taken', cancels: null });
    accepted(
      await commands.undoAppointmentStatus({ ...about, status: 'Confirmed', eventId: eventId ?? '' }, stage.by()),
    );
  }

  async #answer(offer: OfferedPlace | undefined, is: 'accept' | 'decline'): Promise<void> {
    if (!offer) return;
    const { appointmentId, patient, date, time, pocId } = offer;
    const request = { appointmentId, patientId: this.#patients[patient] ?? '', freeFrom: undefined };
    const result = await this.#commands.answerVisit({ ...request, answer: { is, date, time } }, this.#stage.by());
    if ('refused' in result || !offer.isOpen) return;
    const isAccepted = is === 'accept' && result.state === 'open';
    if (!isAccepted && result.state !== 'declined') return;
    Object.assign(offer, { isOpen: false, isPlain: false });
    const about = { visitId: appointmentId, appointmentId, pocId, patient, date, time, status: 'Confirmed' } as const;
    if (isAccepted) this.#world.visits.push({ ...about, changedAt: this.#now, ...notArrived, isPlain: false });
  }

  async #move({ visit: number, ...to }: Extract<Step, { does: 'move' }>): Promise<void> {
    const visit = this.#visit(number);
    if (!visit) return;
    const [date = '', time = '', pocId = ''] = [days[to.day], times[to.time], this.#doctors[to.to]];
    if (visit.date === date && visit.time === time && visit.pocId === pocId) return;
    const request = { appointmentId: visit.appointmentId, date, time, pocId, reason: null };
    const result = await this.#commands.moveAppointment(request, this.#stage.by());
    if ('refused' in result) return;
    const { appointmentId } = result;
    if (visit.date !== date || visit.pocId !== pocId) Object.assign(visit, notArrived);
    Object.assign(visit, { appointmentId, date, time, pocId, changedAt: this.#now, cancelEvent: null });
  }

  async #cancel(visit: Visit | undefined): Promise<void> {
    if (visit?.status !== 'Confirmed') return;
    const request = { appointmentId: visit.appointmentId, status: 'Cancelled', as: 'admin' } as const;
    const result = await this.#commands.changeAppointmentStatus(request, this.#stage.by());
    if ('refused' in result) return;
    Object.assign(visit, { status: 'Cancelled', cancelEvent: result.eventId, changedAt: this.#now });
  }

  async #undo(visit: Visit | undefined): Promise<void> {
    if (visit?.cancelEvent == null) return;
    const { appointmentId, cancelEvent: eventId } = visit;
    const request = { appointmentId, status: 'Confirmed', as: 'admin', eventId } as const;
    const result = await this.#commands.undoAppointmentStatus(request, this.#stage.by());
    if ('refused' in result) return;
    Object.assign(visit, { status: 'Confirmed', cancelEvent: null, changedAt: this.#now });
  }

  async #queue(does: 'arrive' | 'leave' | 'call' | 'callBack', visit: Visit | undefined): Promise<void> {
    if (!visit) return;
    const [{ appointmentId }, by] = [visit, this.#stage.by()];
    const commands = {
      arrive: () => this.#commands.arrive({ appointmentId }, by),
      leave: () => this.#commands.withdrawArrival({ appointmentId }, by),
      call: () => this.#commands.callPatient({ appointmentId }, by),
      callBack: () => this.#commands.withdrawCall({ appointmentId }, by),
    };
    const result = await commands[does]();
    if ('refused' in result) return;
    const { presence } = result;
    visit.arrived = presence && { token: presence.token, isCalled: presence.call !== null };
  }

  async #mark(visit: Visit | undefined): Promise<void> {
    if (visit?.status !== 'Confirmed') return;
    const request = { appointmentId: visit.appointmentId, status: 'Availed', as: 'admin' } as const;
    const result = await this.#commands.changeAppointmentStatus(request, this.#stage.by());
    if (!('refused' in result)) visit.status = 'marked';
  }

  async #stop(visit: Visit | undefined): Promise<void> {
    if (!visit) return;
    const messageId = (await this.#messagesOf(visit)).findLast(({ state }) => state === 'planned')?.messageId;
    if (messageId === undefined) return;
    accepted(await this.#commands.stopMessage({ appointmentId: visit.appointmentId, messageId }, this.#stage.by()));
    visit.isPlain = false;
  }

  async #choose(patient: number, isYes: boolean): Promise<void> {
    const request = { patientId: this.#patients[patient] ?? '', accepted: isYes, reason: 'At the desk' };
    const result = await this.#commands.chooseMessages(request, this.#stage.by());
    if ('refused' in result) return;
    if (isYes) this.#world.refusing.delete(patient);
    else this.#world.refusing.add(patient);
    this.#isNoLongerPlain(({ patient: other }) => other === patient);
  }

  async #turn(kind: MessageKind, isOn: boolean): Promise<void> {
    this.#world.settings = { ...this.#world.settings, [kind]: isOn };
    accepted(await this.#commands.changeClient({ messages: this.#world.settings }, this.#stage.by()));
    this.#isNoLongerPlain(() => true);
  }

  async #erase(): Promise<void> {
    const result = await this.#commands.erasePatient({ patientId: this.#patients[2] ?? '' }, this.#stage.by());
    if ('refused' in result) return;
    this.#world.refusing.add(2);
    this.#isNoLongerPlain(({ patient }) => patient === 2);
  }

  #isNoLongerPlain(whose: (visit: Pick<Visit, 'patient'>) => boolean): void {
    for (const visit of [...this.#world.visits, ...this.#world.offers].filter(whose)) visit.isPlain = false;
  }

  async #wait({ minutes, end, cancels }: Extract<Step, { does: 'wait' }>): Promise<void> {
    const { clock } = this.#stage;
    clock.set(this.#now + minutes * minute);
    await this.#follow();
    const first = this.#two()[0];
    if (first) first.end = end;
    const before = structuredClone(this.#world);
    const desk = cancels === null ? null : this.#cancel(this.#visit(cancels));
    await Promise.all([desk, ...this.#two().map(({ send }) => send())]);
    // The desk may have been first, or the letter.
    for (const { letter, end: how } of this.#letters.splice(0)) {
      const faults = [before, this.#world].map((world) => faultOf(letter, world, this.#now));
      if (!faults.includes(null)) throw new Error(`${letter.subject}: ${faults.join('; ')}`);
      if (how === 'busy') continue;
      if (how === 'refused') this.#isNoLongerPlain(() => true);
      else this.#taken.push(letter);
    }
    // What a killed process had begun is found by the next look.
    await this.#follow();
  }

  #two(): readonly SendingProcess[] {
    this.#processes = this.#processes.filter(({ isKilled }) => !isKilled);
    while (this.#processes.length < 2) {
      this.#processes.push(new SendingProcess(this.#stage, (letter, end) => this.#letters.push({ letter, end })));
    }
    return this.#processes;
  }

  async #follow(): Promise<void> {
    const { stored, service } = this.#stage;
    await followToEnd({ log: followable(stored), cursors: this.#cursors, ...service.messages.planned });
    await this.#stage.project();
  }

  async #sleep(): Promise<void> {
    const wait = (minutes: number) => this.#wait({ does: 'wait', minutes, end: 'taken', cancels: null });
    for (const minutes of [4, 5, 15, 30]) await wait(minutes);
    const { date } = clinicNow(this.#now, zone);
    const stops = [date, addDays(date, 1)].flatMap((on) =>
      ['07:00', '08:00', '09:00', '10:00', '18:00', '21:30'].map((time) => instantOf({ date: on, time }, zone)),
    );
    await wait(((stops.find((stop) => stop > this.#now) ?? this.#now) - this.#now) / minute);
  }

  async #messagesOf({ visitId }: Pick<Visit, 'visitId'>): Promise<PlannedMessage[]> {
    const all = new Map<number, PlannedMessage | null>();
    for (const event of await this.#stage.log.readStream(streams.message(visitId))) {
      const id = Number(event.data['messageId']);
      // Cast is safe: the stream has only these events.
      all.set(id, foldMessage(all.get(id) ?? null, event as Parameters<typeof foldMessage>[1]));
    }
    return [...all.values()].flatMap((message) => message ?? []);
  }

  /** Once each, the last of each visit as it is. */
  /** How many places were offered, and the subjects of the letters. */
  get reached() {
    return { offers: this.#world.offers.length, subjects: this.#taken.map(({ subject }) => subject) };
  }

  async check(): Promise<void> {
    // Those of turns have no link of their visit; their streams are checked below.
    const letters = this.#taken
      .filter(({ subject }) => !/soon your turn/.test(subject))
      .map(({ to, subject, text, calendar }) =>
        JSON.stringify([to, subject, text, /SEQUENCE:\d+/.exec(calendar?.content ?? '')?.[0]]),
      );
    expect(letters.filter((letter, index) => letters.indexOf(letter) !== index)).toEqual([]);
    const ended = structuredClone(this.#world.visits);
    for (let night = 0; night < 3; night += 1) await this.#sleep();
    for (const { appointmentId: visitId } of this.#world.offers.filter(({ isPlain }) => isPlain)) {
      const states = (await this.#messagesOf({ visitId })).map(({ kind, state }) => [kind, state]);
      // By a killed process it may have been sent.
      expect([[['offered', 'sent']], [['offered', 'started']]]).toContainEqual(states);
    }
    for (const visit of ended) {
      const turns = (await this.#messagesOf(visit)).filter(
        ({ kind, state }) => kind === 'next' && (state === 'sent' || state === 'started'),
      );
      const appointments = turns.map(({ appointmentId }) => appointmentId);
      expect(new Set(appointments).size).toBe(appointments.length);
      if (!visit.isPlain || visit.status === 'marked' || startOf(visit) - visit.changedAt <= 60 * minute) continue;
      const last = (await this.#messagesOf(visit)).findLast(
        ({ kind, state }) => !isReminder(kind) && (state === 'sent' || state === 'started'),
      );
      const news = last && [last.kind === 'cancelled', last.kind === 'cancelled' ? '' : last.appointmentId];
      const expected = visit.status === 'Cancelled' ? [true, ''] : [false, visit.appointmentId];
      // Cancelled before it was announced.
      if (visit.status === 'Cancelled' && !last) continue;
      expect({ visit, news }).toEqual({ visit, news: expected });
    }
  }
}

async function live(all: readonly Step[]): Promise<History['reached']> {
  const stage = await openStage();
  try {
    const history = await History.open(stage);
    for (const step of all) await history.do(step);
    await history.check();
    return history.reached;
  } finally {
    await stage.close();
  }
}

const wait = (minutes: number, end: End = 'taken', cancels: number | null = null) =>
  ({ does: 'wait', minutes, end, cancels }) as const;
const booked = { does: 'book', patient: 0, time: 0, day: 0 } as const;
const otherDay = { does: 'move', visit: 0, time: 1, day: 1, to: 1 } as const;
const sleep = { does: 'sleep' } as const;
const atClinic = (does: 'arrive' | 'leave' | 'call' | 'callBack', visit = 0) => ({ does, visit }) as const;
/** Three visits of the first day, which begins. */
const queueOfThree = [
  ...[0, 1, 2].map((patient) => ({ ...booked, patient, time: 1 })),
  ...[wait(4), sleep, sleep, sleep, sleep, sleep, wait(15)],
  ...[0, 1, 2].map((visit) => atClinic('arrive', visit)),
];
const offer = { does: 'offer', patient: 0, time: 2, day: 1 } as const;
const [accept, decline] = [
  { does: 'accept', offer: 0 },
  { does: 'decline', offer: 0 },
] as const;
/**
 * Each end of a sending once, also of an offer; slips, also of an offered place; a cancellation beside a sending; a no, a
 * stop, an erasure; queues with each end, and an undone call; a change, and offers, at 21:30.
 */
const cases: readonly (readonly Step[])[] = [
  ...ends.map((end) => [booked, wait(3, end), wait(2), otherDay, wait(4)]),
  [booked, wait(2), { does: 'cancel', visit: 0 }, { does: 'undo', visit: 0 }, wait(3), wait(3, 'taken', 0), wait(10)],
  [booked, { ...booked, patient: 1, time: 1 }, { does: 'stop', visit: 0 }, wait(3), { does: 'planAnew' }, wait(20)],
  [{ ...booked, patient: 2 }, wait(4), { does: 'erase' }, sleep],
  [booked, wait(4), { does: 'choose', patient: 0, isYes: false }, otherDay, wait(4)],
  [{ ...booked, day: 1 }, sleep, sleep, sleep, sleep, { ...otherDay, time: 2, day: 2 }, wait(10)],
  ...ends.map(
    (end) =>
      [...queueOfThree, wait(1, end), wait(2), atClinic('call'), wait(3), { does: 'planAnew' }, wait(3)] as const,
  ),
  [
    ...queueOfThree,
    wait(1),
    atClinic('call'),
    wait(0),
    wait(1 / 6),
    atClinic('callBack'),
    wait(5),
    atClinic('leave', 1),
    wait(5),
  ],
  [...queueOfThree, wait(1), atClinic('call', 1), wait(0), { ...otherDay, visit: 2, day: 0 }, wait(5)],
  ...ends.map((end) => [offer, wait(3, end), wait(2), accept, wait(4)]),
  [{ does: 'slip', patient: 0, time: 0, day: 1 }, wait(2), wait(1), wait(20)],
  [offer, decline, { ...offer, patient: 1 }, wait(1), { does: 'planAnew' }, wait(3)],
  [sleep, sleep, sleep, sleep, offer, { ...offer, patient: 1 }, wait(10), decline, sleep, sleep],
  [booked, { does: 'turn', kind: 4, isOn: false }, wait(4), { does: 'turn', kind: 4, isOn: true }, otherDay, wait(4)],
];

test.each(cases.map((steps, index) => [index, steps] as const))(
  'in history %i each message leaves at most once and is true, and each offer is made',
  async (_, all) => {
    const { offers, subjects } = await live(all);
    expect(offers).toBe(all.filter(({ does }) => does === 'offer' || does === 'slip').length);
    const [first, second] = all;
    const isEmailed = first === offer && second?.does === 'wait' && second.end === 'taken';
    expect(subjects.some((subject) => /^A place is free at /.test(subject)) || !isEmailed).toBe(true);
    const arrivals = all.filter(({ does }) => does === 'arrive').length;
    expect(subjects.filter((subject) => /^It is soon your turn at /.test(subject)).length).toBeGreaterThanOrEqual(
      arrivals === 3 ? 2 : 0,
    );
  },
  longest,
);

test(
  'over random days each message leaves at most once, is true when it leaves, and the last news is',
  async () => {
    const property = fc.asyncProperty(steps, async (all) => void (await live(all)));
    await fc.assert(property, { numRuns: runs(2, 1_000) });
  },
  longest,
);

test(
  'many reminders at 18:00 leave once each, by processes of which one is killed, while the desk books',
  async () => {
    const count = runs(36, 10_000);
    const perDoctor = 18;
    const stage = await openStage();
    try {
      const { commands } = stage.service;
      accepted(await commands.changeClient({ messages: { ...noMessages, dayBefore: true } }, stage.by()));
      const more: Awaited<ReturnType<Stage['more']>>[] = [];
      while (more.length < Math.max(perDoctor, count / perDoctor)) more.push(await stage.more());
      const book = async (number: number, date = days[0] ?? '') => {
        const [place, doctor] = [number % perDoctor, Math.floor(number / perDoctor)];
        const [pocId = '', patientId = ''] = [more[doctor]?.pocId, more[place]?.patientId];
        const time = clinicNow(instantOf({ date, time: '09:00' }, zone) + (place % 6) * 30 * minute, zone).time;
        const request = { patientId, pocId, date, time, type: 'Direct Consultation', payment: 'Pay_later' } as const;
        accepted(await commands.bookAppointment(request, stage.by()));
      };
      for (let number = 0; number < count; number += 1) await book(number);
      const cursors = memoryCursors();
      await followToEnd({ log: followable(stage.stored), cursors, ...stage.service.messages.planned });
      stage.clock.set(instantOf({ date: day, time: '18:00' }, zone));
      const links: (string | undefined)[] = [];
      const process = () =>
        new SendingProcess(stage, ({ text }) => links.push(/\/your-visit\/\S+/.exec(text ?? '')?.[0]));
      const killed = process();
      killed.end = 'killedAfter';
      let processes = [killed, process()];
      for (let pass = 0; links.length < count; pass += 1) {
        await stage.project();
        await Promise.all([book(pass, days[1]), ...processes.map(({ send }) => send())]);
        processes = processes.map((before) => (before.isKilled ? process() : before));
      }
      expect(killed.isKilled).toBe(true);
      await stage.project();
      await Promise.all(processes.map(({ send }) => send()));
      expect([links.length, new Set(links).size]).toEqual([count, count]);
    } finally {
      await stage.close();
    }
  },
  longest,
);
