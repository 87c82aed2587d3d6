import { noBothFigures, plusBoth } from '@dayline/contracts/endpoints/audit/figures';
import type { BothFigures } from '@dayline/contracts/endpoints/audit/report';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { byFold } from '@dayline/contracts/fold';
import type { Position } from '@dayline/contracts/ids';
import type { PastSnapshot } from '../as-of/past-snapshot.ts';
import { unknownDoctor } from '../desk/cards.ts';
import { type Change, type MonthDeps, partsOfMonth } from './month.ts';

type Report = ResponseOf<'getReport'>;

/** Figures by doctor, and the first changes after a position. */
export interface MonthSums {
  readonly byDoctor: ReadonlyMap<string, BothFigures>;
  readonly changes: readonly Change[];
  readonly changeCount: number;
  /** The position of the last of `changes`, if there are more; else null. */
  readonly next: Position | null;
}

interface WantedChanges {
  readonly after: Position;
  readonly limit: number;
  /** The changes to list and count; absent: all. */
  readonly isListed?: (change: Change) => boolean;
}

export async function sumMonth(deps: MonthDeps, request: WantedChanges): Promise<MonthSums> {
  const { isListed = () => true } = request;
  const byDoctor = new Map<string, BothFigures>();
  const changes = new FirstChanges(request);
  for await (const part of partsOfMonth(deps)) {
    byDoctor.set(part.pocId, plusBoth(byDoctor.get(part.pocId) ?? noBothFigures, part.both));
    for (const change of part.changes.filter(isListed)) changes.add(change);
  }
  return { byDoctor, ...changes.found() };
}

const byPosition = (a: Change, b: Change): number => (a.position < b.position ? -1 : 1);

/** The changes with the lowest positions after a given one, from any number of changes in any order. */
export class FirstChanges {
  readonly #after: Position;
  readonly #limit: number;
  #kept: Change[] = [];
  #count = 0;

  constructor({ after, limit }: { readonly after: Position; readonly limit: number }) {
    this.#after = after;
    this.#limit = limit;
  }

  add(change: Change): void {
    this.#count += 1;
    if (change.position <= this.#after) return;
    this.#kept.push(change);
    // One more than requested shows whether there are more.
    if (this.#kept.length > 2 * (this.#limit + 1)) this.#kept = this.#first(this.#limit + 1);
  }

  #first(count: number): Change[] {
    return this.#kept.sort(byPosition).slice(0, count);
  }

  found(): Omit<MonthSums, 'byDoctor'> {
    const first = this.#first(this.#limit + 1);
    const changes = first.slice(0, this.#limit);
    const next = first.length > changes.length ? (changes.at(-1)?.position ?? null) : null;
    return { changes, changeCount: this.#count, next };
  }
}

type Moments = { readonly earlier: PastSnapshot; readonly later: PastSnapshot };
const otherName = (name: string, earlier: string | undefined): string | null =>
  earlier === undefined || earlier === name ? null : earlier;
const byName = <Item extends { readonly name: string }>(idOf: (item: Item) => string) =>
  byFold<Item>(({ name }) => name, idOf);

/** The figures with names as of the later moment. A doctor stays in one department. */
export function grouped(
  byDoctor: MonthSums['byDoctor'],
  { earlier, later }: Moments,
  clientId: string,
): Pick<Report, 'doctors' | 'departments' | 'total'> {
  const [names, earlierNames] = [later.snapshot.directory, earlier.snapshot.directory];
  const pocIds = new Set([...names.doctorsOf(clientId).map(({ key }) => key), ...byDoctor.keys()]);
  const doctors = [...pocIds].map((pocId) => {
    const { name, departmentId = '' } = names.doctor(pocId) ?? { name: unknownDoctor.name };
    const figures = byDoctor.get(pocId) ?? noBothFigures;
    return { pocId, name, earlierName: otherName(name, earlierNames.doctor(pocId)?.name), departmentId, ...figures };
  });
  const departmentIds = new Set(doctors.map(({ departmentId }) => departmentId));
  const departments = [...departmentIds].map((departmentId) => {
    const name = names.department(departmentId)?.name ?? '';
    const doctorsOf = doctors.filter((doctor) => doctor.departmentId === departmentId);
    return {
      departmentId,
      name,
      earlierName: otherName(name, earlierNames.department(departmentId)?.name),
      ...doctorsOf.reduce<BothFigures>(plusBoth, noBothFigures),
    };
  });
  return {
    doctors: doctors.sort(byName(({ pocId }) => pocId)),
    departments: departments.sort(byName(({ departmentId }) => departmentId)),
    total: doctors.reduce<BothFigures>(plusBoth, noBothFigures),
  };
}
