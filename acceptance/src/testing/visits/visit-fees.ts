import type { FeeRules } from '@dayline/contracts/clinic/fees';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { hospitalDay, type Session, usualFee } from './visit-steps.ts';

/**
 * The fee of a visit by docs/decisions/039, implemented independently of the product: it knows the events and the shape
 * of the rules, but not how the product applies them.
 */

/** What a desk's request says about a fee. */
export interface FeeRequest {
  /** Paise. */
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  readonly visit?: 'first' | 'again' | undefined;
}
/** The record of another visit. */
export interface OtherVisit {
  readonly patientId: string;
  readonly pocId: string;
  readonly date: string;
  /** Null if it isn't known. */
  readonly type: string | null;
  readonly status: string;
  readonly isPaid: boolean;
  /** Paise: the amount paid, else the amount due; null if it isn't known. */
  readonly charged: number | null;
  readonly registration: number;
}
/** A booking as recorded. */
interface Booked {
  readonly commandId: string;
  readonly patientId: string;
  readonly pocId: string;
  readonly date: string;
  readonly time: string;
  readonly type: string;
  readonly amount: number | null;
  readonly fee: Decided | null;
}
export interface Decided {
  readonly paise: number | null;
  readonly rule: string | null;
  readonly registration: number;
  readonly reason: string | null;
}
type Rule = FeeRules['rules'][number];
type Question = Pick<Booked, 'patientId' | 'pocId' | 'date' | 'time' | 'type'> & Pick<FeeRequest, 'visit'>;

/** The values that a process may know: the last one, or one replaced in the current step. */
class Setting<Value> {
  #values: Value[];
  constructor(value: Value) {
    this.#values = [value];
  }
  get possible(): readonly Value[] {
    return this.#values;
  }
  set(value: Value): void {
    this.#values.push(value);
  }
  settle(): void {
    this.#values = this.#values.slice(-1);
  }
}

export class VisitFees {
  readonly #hoursOf: ReadonlyMap<string, readonly Session[]>;
  readonly #bornOn: ReadonlyMap<string, string | null>;
  readonly #past: readonly OtherVisit[];
  readonly #said = new Map<string, FeeRequest>();
  readonly #ofClient = new Setting<FeeRules | null>(null);
  readonly #ofDoctors = new Map<string, Setting<FeeRules | null>>();
  readonly #oneFees = new Map<string, Setting<number>>();
  #seen: readonly OtherVisit[] = [];

  constructor(
    hoursOf: ReadonlyMap<string, readonly Session[]>,
    bornOn: ReadonlyMap<string, string | null>,
    /** From before the history; views have them from the start. */
    past: readonly OtherVisit[],
  ) {
    this.#hoursOf = hoursOf;
    this.#bornOn = bornOn;
    this.#past = past;
    for (const pocId of hoursOf.keys()) {
      this.#ofDoctors.set(pocId, new Setting<FeeRules | null>(null));
      this.#oneFees.set(pocId, new Setting<number>(usualFee));
    }
  }

  /** A request is sent under this id. */
  recordRequest(commandId: string, request: FeeRequest): void {
    this.#said.set(commandId, request);
  }

  requestOf(commandId: string): FeeRequest {
    return this.#said.get(commandId) ?? {};
  }

  /** Applies rules or a fee, if the event sets them. */
  set({ type, data, stream }: RecordedDaylineEvent): void {
    const pocId = stream.split('-')[1] ?? '';
    if (type === 'ClientFeeRulesSet') this.#ofClient.set(data.feeRules);
    if (type === 'FeeRulesSet') this.#ofDoctors.get(pocId)?.set(data.feeRules);
    if (type === 'ConsultationFeeSet') this.#oneFees.get(pocId)?.set(data.fee);
  }

  inForce() {
    const ofDoctors = [...this.#ofDoctors].map(([pocId, rules]) => {
      return { pocId, feeRules: lastOf(rules), fee: lastOf(this.#oneFees.get(pocId)) ?? usualFee };
    });
    return { feeRules: lastOf(this.#ofClient), ofDoctors };
  }

  /** Both processes now know the settings in force. */
  settle(): void {
    for (const setting of [this.#ofClient, ...this.#ofDoctors.values(), ...this.#oneFees.values()]) setting.settle();
  }

  /** Views now have these visits and all their events. */
  see(visits: readonly OtherVisit[]): void {
    this.#seen = visits;
  }

  /** @throws Error if the booking's fee is not a possible one */
  check({ commandId, amount, fee, ...visit }: Booked): void {
    const { visit: kind, ...request } = this.requestOf(commandId);
    const of = <Value>(settings: ReadonlyMap<string, Setting<Value>>) => settings.get(visit.pocId)?.possible ?? [];
    const expected = of(this.#oneFees).flatMap((oneFee) =>
      of(this.#ofDoctors).flatMap((own) =>
        this.#ofClient.possible.map((client) => {
          const rules = own ?? client;
          return rules
            ? withSaid(this.#feeBy(rules, oneFee, { ...visit, visit: kind }), request)
            : { amount: request.amount ?? oneFee, fee: null };
        }),
      ),
    );
    const found = JSON.stringify({ amount, fee: fee && inOrder(fee) });
    const possible = expected.map((fee) => JSON.stringify(fee));
    if (!possible.includes(found)) throw new Error(`it costs ${found}, and not ${possible.join(' or ')}`);
  }

  #feeBy(rules: FeeRules, oneFee: number, question: Question): Omit<Decided, 'reason'> {
    const rule = rules.rules.find((rule) => this.#isFor(rule, question));
    const registration = rules.registration && !this.#isRegistered(rules.registration.days, question);
    const onTop = registration ? (rules.registration?.paise ?? 0) : 0;
    return { paise: (rule?.paise ?? oneFee) + onTop, rule: rule?.name ?? null, registration: onTop };
  }

  #isFor({ when, paise }: Rule, question: Question): boolean {
    const session = this.#hoursOf.get(question.pocId)?.find(({ times }) => times.includes(question.time));
    const weekday = new Date(`${question.date}T00:00:00Z`).toLocaleDateString('en', {
      weekday: 'long',
      timeZone: 'UTC',
    });
    const days: readonly string[] = [weekday, ...(question.date === hospitalDay ? ['hospitalDay'] : [])];
    const years = this.#yearsOf(question);
    return [
      !when.visit || when.visit === (question.visit ?? (this.#wasThere(question) ? 'again' : 'first')),
      !when.session || when.session === session?.name,
      !when.type || when.type === question.type,
      !when.on || when.on.some((day) => days.includes(day)),
      !when.age || (years !== null && years >= (when.age.from ?? 0) && years < (when.age.below ?? 999)),
      !when.withinDays || this.#isWithin({ days: when.withinDays, type: when.type, isFree: paise === 0 }, question),
    ].every(Boolean);
  }

  #yearsOf({ patientId, date }: Question): number | null {
    const bornOn = this.#bornOn.get(patientId);
    if (!bornOn) return null;
    const years = Number(date.slice(0, 4)) - Number(bornOn.slice(0, 4));
    return date.slice(5) < bornOn.slice(5) ? years - 1 : years;
  }

  #wasThere({ patientId, pocId }: Question): boolean {
    return [...this.#past, ...this.#seen].some(
      (visit) => visit.patientId === patientId && visit.pocId === pocId && visit.status === 'Availed',
    );
  }

  /** Visits that took place or are still to take place. */
  #kept({ patientId }: Question): OtherVisit[] {
    return [...this.#past, ...this.#seen].filter(
      (visit) => visit.patientId === patientId && ['Confirmed', 'Availed'].includes(visit.status),
    );
  }

  #isWithin(rule: { days: number; type: string | undefined; isFree: boolean }, question: Question): boolean {
    const before = this.#kept(question).filter(
      ({ pocId, type }) => pocId === question.pocId && (!rule.type || rule.type === type),
    );
    const paid = before.filter(({ isPaid, charged, date }) => isPaid && charged !== 0 && date <= question.date);
    const [last] = paid.map(({ date }) => date).sort((a, b) => (a < b ? 1 : -1));
    if (!last || daysFrom(last, question.date) + 1 > rule.days) return false;
    return !(rule.isFree && before.some(({ charged, date }) => charged === 0 && date >= last));
  }

  #isRegistered(days: number, question: Question): boolean {
    return this.#kept(question).some(
      ({ registration, date }) => registration > 0 && Math.abs(daysFrom(date, question.date)) + 1 <= days,
    );
  }
}

const lastOf = <Value>(setting: Setting<Value> | undefined): Value | null => setting?.possible.at(-1) ?? null;
const daysFrom = (a: string, b: string): number => (Date.parse(b) - Date.parse(a)) / 86_400_000;

/** The desk may take a different amount, with a reason. */
function withSaid(fee: Omit<Decided, 'reason'>, { amount = fee.paise ?? undefined, reason }: FeeRequest) {
  return { amount, fee: inOrder({ ...fee, reason: amount === fee.paise ? null : (reason ?? 'none was said') }) };
}

const inOrder = ({ paise, rule, registration, reason }: Decided): Decided => ({ paise, rule, registration, reason });
