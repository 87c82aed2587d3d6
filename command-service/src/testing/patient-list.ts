import type { ImportFinding } from '@dayline/contracts/endpoints/import';
import { seededRandom } from '@dayline/projector/testing/random';

/**
 * Patient lists in the forms that hospitals have, made up from a seed, with what a preview must find for each row by
 * construction. In any list of at least as many rows as there are forms, each form is met.
 */

const columns = ['UHID', 'Name', 'Age', 'Sex', 'Mobile', 'E-mail', 'Address'] as const;
type Cells = Partial<Record<(typeof columns)[number], string>>;

export interface ExpectedRow {
  /** Numbered as in a spreadsheet. */
  readonly row: number;
  readonly finding: ImportFinding;
  readonly isCorrected: boolean;
  /** Set if the row needs a decision or is refused. */
  readonly code: string | null;
}
export interface PatientList {
  readonly csv: string;
  readonly rows: readonly ExpectedRow[];
  readonly counts: Readonly<Record<ImportFinding | 'all' | 'corrected', number>>;
}

interface Person {
  readonly uhid: string;
  /** "A. Ravi Menon": unique in its words. */
  readonly initial: string;
  readonly first: string;
  readonly last: string;
  readonly digits: string;
  readonly place: string;
}
const nameOf = ({ initial, first, last }: Person): string => `${initial}. ${first} ${last}`;

const firstNames =
  'Ravi Meena Suresh Anita Karthik Lakshmi Tara Usha Fathima Farhan Priya Arjun Nisha Deepak Sarla'.split(' ');
const lastNames = 'Menon Sharma Iyer Khan Pillai Reddy Nair Patel Beevi Gowda Bose Das Rao Verma Joshi Kulkarni'.split(
  ' ',
);
const places = ['Madurai', 'Salem', 'Kochi', 'गोरखपुर', 'மதுரை', 'Pune'];

type Made = Cells & { readonly finding: ImportFinding; readonly isCorrected: boolean; readonly code?: string };
interface Given {
  /** A person without an earlier row. */
  readonly person: Person;
  /** A person of an earlier row, with the phone given there. */
  readonly earlier: Person;
}
type Form = (given: Given) => Made;

const plain = (person: Person): Cells => ({ UHID: person.uhid, Name: nameOf(person), Mobile: person.digits });
const fresh = (cells: (person: Person) => Cells, isCorrected = true): Form => {
  return ({ person }) => ({ ...plain(person), ...cells(person), finding: 'new', isCorrected });
};
/** Another person with the phone of an earlier row. */
const family = (cells: (person: Person, earlier: Person) => Cells, isCorrected: boolean): Form => {
  return ({ person, earlier }) => ({
    ...{ ...plain(person), Mobile: earlier.digits, ...cells(person, earlier) },
    ...{ finding: 'differentPerson', isCorrected },
  });
};
const known = (cells: (earlier: Person) => Cells, isCorrected: boolean): Form => {
  return ({ earlier }) => ({ ...cells(earlier), finding: 'existing', isCorrected });
};
const asks = (code: string, isCorrected: boolean, cells: (given: Given) => Cells): Form => {
  return (given) => ({ ...cells(given), finding: 'needsDecision', isCorrected, code });
};
const refused = (code: string, cells: Cells): Form => {
  return ({ person }) => ({ ...plain(person), ...cells, finding: 'refused', isCorrected: false, code });
};

/** The forms of `new` are the first: later forms refer to a person of an earlier row. */
const freshForms: readonly Form[] = [
  fresh(({ place }) => ({ Age: '45', Sex: 'F', Address: place }), false),
  fresh((person) => ({ Mobile: `91${person.digits}`, 'E-mail': `p${person.digits}@mail.example` }), false),
  fresh((person) => ({ Name: `${nameOf(person).toUpperCase()} W/O SURESH`, Address: `${person.place} - 625001` })),
  fresh((person) => ({ Name: `${nameOf(person)} S/O Mohan Lal`, Age: '34 Y', Sex: 'Male' })),
  fresh((person) => ({ Name: `${nameOf(person)} (45/M)` })),
  fresh((person) => ({ Name: `${nameOf(person)} (29/F)`, Age: '29' })),
  fresh((person) => ({ Name: `${nameOf(person)} 29Y F`, Mobile: `+91-${person.digits}` })),
  fresh((person) => ({ Mobile: `${person.digits.slice(0, 5)} ${person.digits.slice(5)}`, Age: '5 Y 3 M' })),
  fresh((person) => ({
    Mobile: `(${person.digits.slice(0, 3)})${person.digits.slice(3, 6)}-${person.digits.slice(6)}`,
  })),
  fresh((person) => ({ Mobile: `Ph: ${person.digits} (son)`, 'E-mail': 'NA' })),
  fresh(({ place }) => ({ Mobile: '9999999999', Address: `12, Car St.,\n${place}` })),
  fresh(() => ({ Mobile: 'NA', Sex: 'महिला', Age: '72 Yrs.' })),
  fresh((person) => ({ Mobile: `0484-2${person.digits.slice(4)}` })),
  fresh((person) => ({ Mobile: `+971 50 ${person.digits.slice(3)}` })),
  fresh(() => ({ 'E-mail': 'nobody@', Age: '35 Year(s)' })),
  fresh(() => ({ Age: '12/04/1981', Sex: 'M' })),
  fresh((person) => ({ Name: `S.O. ${nameOf(person)}`, Mobile: 'NA' })),
  fresh((person) => ({ Name: `${nameOf(person)} S/O Hari R/O Rampur`, Age: '6/12' })),
];
const earlierForms: readonly Form[] = [
  family(() => ({ Age: '61', Sex: 'M' }), false),
  family((_, { digits }) => ({ Mobile: `0 ${digits}` }), true),
  family((person, earlier) => ({ Name: `B/O ${nameOf(earlier)} (TWIN ${person.uhid})`, Age: '14 D' }), true),
  known((earlier) => ({ UHID: earlier.uhid, Name: nameOf(earlier) }), false),
  known((earlier) => ({ UHID: ` ${earlier.uhid.toLowerCase()} `, Name: nameOf(earlier).toUpperCase() }), true),
  known((earlier) => ({ Name: nameOf(earlier), Mobile: earlier.digits, Address: '-' }), true),
];
const askingForms: readonly Form[] = [
  asks('decide.same-words', false, ({ person, earlier: { initial, first, last, digits } }) => ({
    ...{ UHID: person.uhid, Name: `${last} ${first} ${initial}`, Mobile: digits },
  })),
  asks('decide.same-name', true, ({ earlier }) => ({ Name: nameOf(earlier), Mobile: '0000000000' })),
  asks('decide.other-name', false, ({ person, earlier }) => ({ ...plain(person), UHID: earlier.uhid })),
  asks('decide.age', false, ({ person }) => ({ ...plain(person), Name: `${nameOf(person)} (45/M)`, Age: '29' })),
];
const refusedForms: readonly Form[] = [
  refused('number.rounded', { Mobile: '9.81E+09' }),
  refused('phone.no-area', { Mobile: '2345678' }),
  refused('phone.wrong', { Mobile: 'call the ward' }),
  refused('age.wrong', { Age: 'old' }),
  refused('sex.wrong', { Sex: 'maybe' }),
  refused('name.missing', { Name: ' ' }),
  refused('cell.unshown', { Address: 'x\u0007y' }),
];
const allForms = [...freshForms, ...earlierForms, ...askingForms, ...refusedForms];
export const formCount = allForms.length;

/**
 * Of twenty rows, twelve are new, five refer to a person of an earlier row, one needs a decision and two are refused.
 */
const mixed = [
  [12, freshForms],
  [17, earlierForms],
  [18, askingForms],
  [20, refusedForms],
] as const;

function personAt(index: number): Person {
  const rest = Math.floor(index / firstNames.length);
  const place = places[index % places.length] ?? '';
  return {
    uhid: `JH${24_000_001 + index}`,
    first: firstNames[index % firstNames.length] ?? '',
    last: lastNames[rest % lastNames.length] ?? '',
    // Two letters give as many people as rows.
    initial: [Math.floor(rest / lastNames.length / 26), Math.floor(rest / lastNames.length)]
      .map((number) => String.fromCharCode(65 + (number % 26)))
      .join(''),
    digits: String(9_812_300_001 + index * 7),
    place,
  };
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @param count number of rows, at least `formCount`, at most 50,000 */
export function patientList(count: number, seed: number): PatientList {
  const random = seededRandom(seed);
  const lines = [columns.join(',')];
  const rows: ExpectedRow[] = [];
  const people: Person[] = [];
  const counts = { all: count, new: 0, existing: 0, differentPerson: 0, needsDecision: 0, refused: 0, corrected: 0 };
  for (let index = 0; index < count; index += 1) {
    const person = personAt(index);
    const share = random.below(20);
    const [, forms = freshForms] = mixed.find(([below]) => share < below) ?? [];
    // Each form once, then random ones.
    const form = allForms[index] ?? random.pick(forms) ?? plainForm;
    const earlier = random.pick(people) ?? person;
    const { finding, isCorrected, code = null, ...cells } = form({ person, earlier });
    if (finding === 'new' && cells.Mobile?.includes(person.digits)) people.push(person);
    counts[finding] += 1;
    if (isCorrected) counts.corrected += 1;
    rows.push({ row: index + 2, finding, isCorrected, code });
    lines.push(columns.map((column) => quoted(cells[column] ?? '')).join(','));
  }
  return { csv: `\uFEFF${lines.join('\n')}\n`, rows, counts };
}
const plainForm = fresh(() => ({}), false);
