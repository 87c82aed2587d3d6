import type { FeeRules } from '@dayline/contracts/clinic/fees';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { hospitalDay, type Session, usualFee } from './visit-steps.ts';

/**
 * The fee of a visit by docs/decisions/039, implemented independently of the product: it knows the events and the shape
 * of the rules, but not how the product applies them.
 */

/** What a desk's request says about a fee. */
export interface Said {
  /** Paise. */
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  readonly visit?: 'first' | 'again' | undefined;
}
/** The record of another visit. */
export interface Other {
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
type Question = Pick<Booked, 'patientId' | 'pocId' | 'date' | 'time' | 'type'> & Pick<Said, 'visit'>;

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
  readonly #past: readonly Other[];
  readonly #said = new Map<string, Said>();
  readonly #ofClient = new Setting<FeeRules | null>(null);
  readonly #ofDoctors = new Map<string, Setting<FeeRules | null>>();
  readonly #oneFees = new Map<string, Setting<number>>();
  #seen: readonly Other[] = [];

  constructor(
    hoursOf: ReadonlyMap<string, readonly Session[]>,
    bornOn: ReadonlyMap<string, string | null>,
    /** From before the history; views have them from the start. */
    past: readonly Other[],
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
  say(commandId: string, said: Said): void {
    this.#said.set(commandId, said);
  }

  saidBy(commandId: string): Said {
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
    for (const each of [this.#ofClient, ...this.#ofDoctors.values(), ...this.#oneFees.values()]) each.settle();
  }

  /** Views now have these visits and all their events. */
  see(visits: readonly Other[]): void {
    this.#seen = visits;
  }

  /** @throws Error if the booking's fee is not a possible one */
  check({ commandId, amount, fee, ...visit }: Booked): void {
    const { visit: kind, ...said } = this.saidBy(commandId);
    const of = <Value>(settings: ReadonlyMap<string, Setting<Value>>) => settings.get(visit.pocId)?.possible ?? [];
    const expected = of(this.#oneFees).flatMap((oneFee) =>
      of(this.#ofDoctors).flatMap((own) =>
        this.#ofClient.possible.map((client) => {
          const rules = own ?? client;
          return rules
            ? withSaid(this.#feeBy(rules, oneFee, { ...visit, visit: kind }), said)
            : { amount: said.amount ?? oneFee, fee: null };
        }),
      ),
    );
    const found = JSON.stringify({ amount, fee: fee && inOrder(fee) });
    const possible = expected.map((each) => JSON.stringify(each));
    if (!possible.includes(found)) throw new Error(`it costs ${found}, and not ${possible.join(' or ')}`);
  }

  #feeBy(rules: FeeRules, oneFee: number, asked: Question): Omit<Decided, 'reason'> {
    const rule = rules.rules.find((each) => this.#isFor(each, asked));
    const registration = rules.registration && !this.#isRegistered(rules.registration.days, asked);
    const onTop = registration ? (rules.registration?.paise ?? 0) : 0;
    return { paise: (rule?.paise ?? oneFee) + onTop, rule: rule?.name ?? null, registration: onTop };
  }

  #isFor({ when, paise }: Rule, asked: Question): boolean {
    const session = this.#hoursOf.get(asked.pocId)?.find(({ times }) => times.includes(asked.time));
    const weekday = new Date(`${asked.date}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    const days: readonly string[] = [weekday, ...(asked.date === hospitalDay ? ['hospitalDay'] : [])];
    const years = this.#yearsOf(asked);
    return [
      !when.visit || when.visit === (asked.visit ?? (this.#wasThere(asked) ? 'again' : 'first')),
      !when.session || when.session === session?.name,
      !when.type || when.type === asked.type,
      !when.on || when.on.some((day) => days.includes(day)),
      !when.age || (years !== null && years >= (when.age.from ?? 0) && years < (when.age.below ?? 999)),
      !when.withinDays || this.#isWithin({ days: when.withinDays, type: when.type, isFree: paise === 0 }, asked),
    ].every(Boolean);
  }

  #yearsOf({ patientId, date }: Question): number | null {
    const bornOn = this.#bornOn.get(patientId);
    if (!bornOn) return null;
    const had = Number(date.slice(0, 4)) - Number(bornOn.slice(0, 4));
    return date.slice(5) < bornOn.slice(5) ? had - 1 : had;
  }

  #wasThere({ patientId, pocId }: Question): boolean {
    return [...this.#past, ...this.#seen].some(
      (other) => other.patientId === patientId && other.pocId === pocId && other.status === 'Availed',
    );
  }

  /** Visits that took place or are still to take place. */
  #kept({ patientId }: Question): Other[] {
    return [...this.#past, ...this.#seen].filter(
      (other) => other.patientId === patientId && ['Confirmed', 'Availed'].includes(other.status),
    );
  }

  #isWithin(rule: { days: number; type: string | undefined; isFree: boolean }, asked: Question): boolean {
    const before = this.#kept(asked).filter(
      ({ pocId, type }) => pocId === asked.pocId && (!rule.type || rule.type === type),
    );
    const paid = before.filter(({ isPaid, charged, date }) => isPaid && charged !== 0 && date <= asked.date);
    const [last] = paid.map(({ date }) => date).sort((one, other) => (one < other ? 1 : -1));
    if (!last || daysFrom(last, asked.date) + 1 > rule.days) return false;
    return !(rule.isFree && before.some(({ charged, date }) => charged === 0 && date >= last));
  }

  #isRegistered(days: number, asked: Question): boolean {
    return this.#kept(asked).some(
      ({ registration, date }) => registration > 0 && Math.abs(daysFrom(date, asked.date)) + 1 <= days,
    );
  }
}

const lastOf = <Value>(setting: Setting<Value> | undefined): Value | null => setting?.possible.at(-1) ?? null;
const daysFrom = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / 86_400_000;

/** The desk may take a different amount, with a reason. */
function withSaid(fee: Omit<Decided, 'reason'>, { amount = fee.paise ?? undefined, reason }: Said) {
  return { amount, fee: inOrder({ ...fee, reason: amount === fee.paise ? null : (reason ?? 'none was said') }) };
}

const inOrder = ({ paise, rule, registration, reason }: Decided): Decided => ({ paise, rule, registration, reason });
