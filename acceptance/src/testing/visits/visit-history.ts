import type { CommandService } from '@dayline/command-service/service';
import { killedAt } from '@dayline/command-service/testing/killed';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { killMove } from './killed-moves.ts';
import { VisitFees } from './visit-fees.ts';
import { type Moment, VisitLooks } from './visit-looks.ts';
import { VisitOracle } from './visit-oracle.ts';
import { moving, type Request, type Result, VisitRequests } from './visit-requests.ts';
import type { VisitStage } from './visit-stage.ts';
import {
  type Ask,
  bornOn,
  type Death,
  dates,
  doctorsHours,
  hospitalDay,
  opensAt,
  overbookPerSlot,
  pastVisits,
  type Step,
  usualFee,
  visitMonth,
  weekOf,
} from './visit-steps.ts';

/** A request that any process can send with its key. */
interface Sent {
  readonly key: string;
  readonly run: Request;
  readonly ask: Ask['ask'];
}
type DayEvent = Recorded<DoctorDayEvent>;

const appended = (result: Result | null): result is Exclude<Result, Refusal> & { position: string } =>
  result !== null && !isRefusal(result) && typeof result.position === 'string';

function accepted<Done extends object>(result: Done | Refusal): Done {
  if (isRefusal(result)) throw new Error(`Refused: ${result.refused}`);
  return result;
}

/** One client's three days. */
export class VisitHistory {
  /** The requests and their outcomes: `book: done`, `move: slot.full`, and types of events. */
  readonly reached = new Set<string>();
  /** Of each step, in order. */
  readonly outcomes: string[] = [];
  /** The visits' fees, in order. */
  readonly fees: string[] = [];
  readonly #stage: VisitStage;
  readonly #clientId: string;
  readonly #departmentId: string;
  readonly #pocIds: readonly string[];
  readonly #patientIds: readonly string[];
  readonly #fees: VisitFees;
  readonly #oracle: VisitOracle;
  readonly #requests: VisitRequests;
  readonly #events: DayEvent[] = [];
  readonly #read = new Map<string, number>();
  readonly #moments: Moment[] = [];
  #last: { readonly sent: Sent; readonly result: Result | null; readonly process: number } | null = null;

  private constructor(
    stage: VisitStage,
    {
      clientId,
      departmentId,
      pocIds,
      patientIds,
    }: Readonly<Record<'clientId' | 'departmentId', string>> & Readonly<Record<'pocIds' | 'patientIds', string[]>>,
  ) {
    this.#stage = stage;
    this.#clientId = clientId;
    this.#departmentId = departmentId;
    this.#pocIds = pocIds;
    this.#patientIds = patientIds;
    const hoursOf = new Map(pocIds.map((pocId, index) => [pocId, doctorsHours[index] ?? []]));
    this.#fees = new VisitFees(
      hoursOf,
      new Map(patientIds.map((patientId, index) => [patientId, bornOn[index] ?? null])),
      pastVisits.map(({ patient, doctor, date, outcome, paid }) => ({
        ...{ patientId: patientIds[patient] ?? '', pocId: pocIds[doctor] ?? '', date, status: outcome },
        ...{ type: null, isPaid: paid === true, charged: null, registration: 0 },
      })),
    );
    this.#oracle = new VisitOracle(hoursOf, this.#fees);
    this.#requests = new VisitRequests({
      ...{ pocIds, patientIds, oracle: this.#oracle, fees: this.#fees, events: this.#events },
      onOneOfMany: (outcome) => this.reached.add(`one of many: ${outcome}`),
    });
  }

  static async begin(stage: VisitStage): Promise<VisitHistory> {
    stage.set(Date.parse(opensAt));
    const [{ commands }] = stage.services as [CommandService];
    const system = (clientId: string) => stage.by(clientId, stage.newKey());
    const { clientId } = accepted(await commands.onboardClient({ name: 'Sunrise' }, system('')));
    const by = () => system(clientId);
    accepted(await commands.changeClient({ overbookPerSlot }, by()));
    const { departmentId } = accepted(await commands.openDepartment({ name: 'Cardiology' }, by()));
    const pocIds: string[] = [];
    for (const hours of doctorsHours) {
      const number = stage.newKey();
      const doctor = {
        departmentId,
        name: 'Asha Menon',
        contactNumber: '9876500001',
        email: `${number}@sunrise.example`,
        consultationFee: usualFee,
      };
      const { pocId } = accepted(await commands.addDoctor(doctor, by()));
      accepted(await commands.setWeeklySchedule({ pocId, week: weekOf(hours) }, by()));
      pocIds.push(pocId);
    }
    const patientIds: string[] = [];
    for (const [index, born] of bornOn.entries()) {
      const reached = { phone: `91987654321${index}`, email: 'a@mail.example', location: null };
      const details = { name: `Patient ${index}`, ...reached, bornOn: born };
      patientIds.push(accepted(await commands.savePatient(details, by())).patientId);
    }
    for (const { patient, doctor, ...visit } of pastVisits) {
      const pocId = pocIds[doctor] ?? '';
      accepted(await commands.notePastVisit(patientIds[patient] ?? '', { ...visit, pocId, time: null }, by()));
    }
    const wholeDay = { name: 'Founders’ day', branchId: null, open: [{ from: '00:00', to: '24:00' }] };
    accepted(await commands.setHospitalDay({ on: { date: hospitalDay }, ...wholeDay }, by()));
    await stage.project();
    return new VisitHistory(stage, { clientId, departmentId, pocIds, patientIds });
  }

  async take(step: Step): Promise<void> {
    const outcome = await this.#taken(step);
    for (const part of outcome) this.reached.add(part);
    this.outcomes.push(outcome.join(', '));
    await this.#look();
    if (step.ask === 'project' || step.ask === 'finish') this.#fees.see(this.#oracle.forViews());
  }

  /** Runs a move in a separate process up to its nth append, where it is killed. */
  async killed(folder: string, ask: Extract<Ask, { ask: 'move' | 'undoMove' }>, nth: number): Promise<boolean> {
    const request = this.#requests.moving(ask);
    if (!request) return false;
    const key = this.#stage.newKey();
    const at = this.#stage.clock.now();
    const isKilled = await killMove({ folder, clientId: this.#clientId, key, at, nth, request });
    this.#last = { sent: { key, run: moving(request), ask: ask.ask }, result: null, process: 0 };
    await this.#look();
    return isKilled;
  }

  /**
   * Finishes open moves, and compares the views, and past moments, with the oracle.
   * @param maxMoments with Infinity, looks back at each append
   */
  async end(maxMoments = 6): Promise<void> {
    await this.#stage.finish();
    await this.#look();
    this.#oracle.settled();
    await this.#stage.project();
    const looks = new VisitLooks({
      stage: this.#stage,
      clientId: this.#clientId,
      pocIds: this.#pocIds,
      dates,
      events: await this.#allEvents(),
    });
    await looks.now({ shown: this.#oracle.shown(), moved: this.#oracle.moved() });
    const [{ commands }] = this.#stage.services as [CommandService];
    await looks.takings(this.#oracle.takings(), async (date, position) => {
      // The log's time never goes back: after another history it can be ahead.
      this.#stage.set(Math.max(this.#stage.clock.now(), Date.parse(`${date}T20:00:00+05:30`)));
      const by = this.#stage.by(this.#clientId, this.#stage.newKey());
      return accepted(await commands.closeDay({ date, position, closings: 0 }, by));
    });
    const middle = this.#moments[Math.floor(this.#moments.length / 2)];
    if (middle) await looks.report(middle, this.#known());
    const every = Math.max(1, Math.floor(this.#moments.length / maxMoments));
    for (const [index, moment] of this.#moments.entries()) if (index % every === 0) await looks.asOf(moment);
  }

  async #taken(step: Step): Promise<string[]> {
    switch (step.ask) {
      case 'finish':
        await this.#stage.finish();
        await this.#stage.project();
        return ['finish: done'];
      case 'project':
        await this.#stage.project();
        return ['project: done'];
      case 'wait':
        this.#wait(step.minutes);
        return ['wait: done'];
      case 'again':
        return [await this.#again()];
      case 'race':
        return this.#race(step.asks);
      default:
        return [await this.#one(step, step.dies)];
    }
  }

  async #one(ask: Ask, dies: Death | undefined): Promise<string> {
    const sent = this.#sent(ask);
    if (!sent) return `${ask.ask}: nothing to ask`;
    const { stores } = this.#stage;
    const process = this.outcomes.length % 2;
    const service = dies ? this.#stage.process((log) => killedAt(log, dies.nth, dies.isDurable)) : null;
    const result = await this.#send(sent, service ?? this.#stage.services[process], dies !== undefined);
    await service?.stop().catch(() => undefined);
    this.#last = { sent, result, process };
    if (appended(result)) expect(result.position <= (await stores.log.head())).toBe(true);
    return outcomeOf(sent, result);
  }

  async #send(sent: Sent, service: CommandService | undefined, canDie: boolean): Promise<Result | null> {
    if (!service) throw new Error('There are two processes.');
    try {
      return await sent.run(service.commands, this.#stage.by(this.#clientId, sent.key));
    } catch (error) {
      if (canDie && (error as Error).message === 'killed') return null;
      throw error;
    }
  }

  /** A retry appends nothing to a finished command, and returns the same ids. */
  async #again(): Promise<string> {
    const last = this.#last;
    if (!last) return 'again: nothing to ask';
    const { sent, result, process } = last;
    const before = await this.#stage.stores.log.head();
    const repeated = await this.#send(sent, this.#stage.services[1 - process], false);
    if (appended(result)) {
      expect(namesOf(repeated)).toEqual(namesOf(result));
      // Refused changes of a bulk request are decided again.
      if (!sent.ask.endsWith('any')) expect(await this.#stage.stores.log.head()).toBe(before);
    }
    this.#last = { sent, result: repeated, process: 1 - process };
    return `again: ${outcomeOf(sent, repeated)}`;
  }

  async #race(asks: readonly (Ask | { readonly ask: 'finish' })[]): Promise<string[]> {
    const sent = asks.map((ask) => (ask.ask === 'finish' ? 'finish' : this.#sent(ask)));
    const results = sent.map(async (request, index) => {
      if (request === null) return 'nothing to ask';
      if (request === 'finish') return this.#stage.finish().then(() => 'finish: done');
      return outcomeOf(request, await this.#send(request, this.#stage.services[index % 2], false));
    });
    return (await Promise.all(results)).map((outcome) => `race: ${outcome}`);
  }

  /** Not beyond the last day. */
  #wait(minutes: number): void {
    const { clock } = this.#stage;
    const last = Date.parse(`${dates.at(-1)}T20:00:00+05:30`);
    if (clock.now() + minutes * 60_000 < last) this.#stage.forward(minutes * 60_000);
  }

  /** Reads the new events, and passes them to the oracle, append by append. */
  async #look(): Promise<void> {
    const days = this.#pocIds.flatMap((pocId) => dates.map((date) => streams.doctorDay(pocId, date)));
    const settings = [streams.client(this.#clientId), ...this.#pocIds.map((pocId) => streams.doctor(pocId))];
    const read = (await Promise.all([...settings, ...days].map((stream) => this.#newOf(stream)))).flat();
    const appends = appendsOf(read.sort((a, b) => (a.position < b.position ? -1 : 1)));
    for (const append of appends) {
      for (const { type } of append) this.reached.add(type);
      if (isOfDay(append)) this.#note(append);
      else for (const event of append) this.#fees.set(event);
    }
    if (appends.some((append) => !isOfDay(append))) await this.#knowSettings();
  }

  async #newOf(stream: string): Promise<RecordedDaylineEvent[]> {
    const from = this.#read.get(stream) ?? 0;
    // Cast is safe: they were checked by their schemas.
    const events = (await this.#stage.log.readStream(stream, { from })) as unknown as RecordedDaylineEvent[];
    this.#read.set(stream, from + events.length);
    return events;
  }

  #note(append: DayEvent[]): void {
    this.#events.push(...append);
    this.#oracle.take(append);
    this.#moments.push({ position: append.at(-1)?.position ?? '', ...this.#known() });
    for (const { type, data } of append) {
      if (type !== 'FeeDecided') continue;
      const { paise, rule, registration, reason } = data;
      const more = [registration > 0 && 'registration', reason].filter(Boolean);
      this.fees.push([rule ?? 'one fee', (paise ?? 0) / 100, ...more].join(', '));
    }
  }

  #known() {
    return { shown: this.#oracle.shown(), moved: this.#oracle.movedIn(visitMonth) };
  }

  /** A process knows another's changed settings after a second; one that saves the same settings knows them at once. */
  async #knowSettings(): Promise<void> {
    const { feeRules, ofDoctors } = this.#fees.inForce();
    for (const { commands } of this.#stage.services.slice(0, 2)) {
      const by = () => this.#stage.by(this.#clientId, this.#stage.newKey());
      expect(await commands.changeClient({ feeRules }, by())).toMatchObject({ position: null });
      for (const { pocId, feeRules: own, fee } of ofDoctors) {
        expect(await commands.setFeeRules({ pocId, feeRules: own }, by())).toMatchObject({ position: null });
        expect(await commands.setConsultationFee({ pocId, fee }, by())).toMatchObject({ position: null });
      }
    }
    this.#fees.settle();
  }

  async #allEvents(): Promise<RecordedDaylineEvent[]> {
    const names = [
      streams.client(this.#clientId),
      streams.clientCalendar(this.#clientId),
      streams.department(this.#departmentId),
      ...this.#pocIds.flatMap((pocId) => [streams.doctor(pocId), streams.doctorSchedule(pocId)]),
      ...this.#patientIds.map((patientId) => streams.patient(patientId)),
    ];
    const others = (await Promise.all(names.map((name) => this.#stage.log.readStream(name)))).flat();
    // Cast is safe: they were checked by their schemas.
    const all = [...others, ...this.#events] as unknown as RecordedDaylineEvent[];
    return all.sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  #sent(ask: Ask): Sent | null {
    const run = this.#requests.of(ask);
    return run && { key: this.#stage.newKey(), run, ask: ask.ask };
  }
}

/** The ids that a retry's answer has to repeat. */
function namesOf(result: Result | null): object | null {
  if (result === null || isRefusal(result)) return result;
  const { appointmentId, eventId } = result as Record<string, unknown>;
  return { appointmentId, eventId };
}

const outcomeOf = ({ ask }: Sent, result: Result | null): string =>
  `${ask}: ${result === null ? 'killed' : isRefusal(result) ? result.refused : appended(result) ? 'done' : 'nothing'}`;

const isOfDay = (append: RecordedDaylineEvent[]): append is DayEvent[] =>
  append[0]?.stream.startsWith('doctorDay-') ?? false;

/** The events that each command appended to a stream at once. */
function appendsOf(events: readonly RecordedDaylineEvent[]): RecordedDaylineEvent[][] {
  const appends: RecordedDaylineEvent[][] = [];
  for (const event of events) {
    const last = appends.at(-1);
    const [first] = last ?? [];
    const isSame = first?.stream === event.stream && first.metadata.commandId === event.metadata.commandId;
    if (isSame) last?.push(event);
    else appends.push([event]);
  }
  return appends;
}
