import type { ImportField, ListKind } from '@dayline/contracts/imports/kinds';
import { isAgeUnit } from '../cells/age.ts';
import { isOff } from '../cells/off-duty.ts';
import { fieldNamed, namesOf, plain } from './headers.ts';

interface Column {
  readonly field: ImportField | null;
  readonly match: 'recognised' | 'guessed' | 'unknown';
}

/** Fields whose cells are dates. */
export const dateFields: readonly ImportField[] = ['date', 'bornOn', 'from', 'to', 'everyFrom'];

/** A column with half a name is not the name. */
const halfName = /^ (?:first|middle|last|sur|given|family|fore) ?names? $/;

/** A column about the kind of a value, or for several weekdays. */
const otherThing = /(?: (?:type|kind|label) $| (?:to|through|till) |weekdays )/;
/** In a list of patients: a date of theirs, another card than the hospital's, or somebody else. */
const notOfPatient =
  / (?:visits?|admission|discharge|history|weight|aadhaa?r|abha|pan|ration|insurance|policy|doctors?|consultants?|physician|refer\w*) /;
/** Names that say what is meant only if they stand alone: "Last Visit", "Family History", "Birth Place". */
const onlyAlone =
  /^(?:first|last|middle|given|family|initial|birth|contact|years|months|days|units?|review|repeat|type|category)$/;

/** In hours: some of the patients. */
const somePatients =
  / (?:vip|walk ?ins?|tele|video|online|emergency|insured|cash|free|paid|special) (?:\w+ )?patients /;

const isHours = (value: string): boolean => isOff(value) || /\d ?[ap:.-]/i.test(value);

const isTimeOfDay = (value: string): boolean => /^\d{1,2}(?:[:.]\d\d){0,2} ?(?:[ap]\.?m\.?)?$/i.test(value);

/** "From" and "To" are times, or dates; a "Shift" is a name, or "9-1" and "OFF"; a "Unit" is that of an age, or a ward's. */
function fieldOfValues(kind: ListKind, field: ImportField | null, values: readonly string[] = []): ImportField | null {
  if (kind === 'hours' && field === 'from' && values.length > 0 && values.every(isTimeOfDay)) return 'start';
  if (field === 'sessionName' && values.some(isHours)) return 'beforeBreak';
  return field === 'ageUnit' && !values.every(isAgeUnit) ? null : field;
}

const isUhid = (header: string): boolean => /^(?:uhid|यूएचआईडी)/.test(plain(header));

/** The field of each column; each field once. */
export function columnsOf(
  kind: ListKind,
  headers: readonly string[],
  samples: readonly (readonly string[])[] = [],
): Column[] {
  const usedFields = new Set<ImportField>();
  const hasUhid = headers.some(isUhid);
  const columns = headers.map((header, index): Column => {
    const field = fieldOfValues(kind, fieldNamed(kind, header), samples[index]);
    // The patient's own number comes before that of a registration or a visit.
    const isOther = field === 'uhid' && hasUhid && !isUhid(header);
    if (!field || isOther || usedFields.has(field)) return { field: null, match: 'unknown' };
    usedFields.add(field);
    return { field, match: 'recognised' };
  });
  return columns.map((column, index) => {
    if (column.field) return column;
    const words = ` ${plain(headers[index] ?? '')} `;
    if (
      halfName.test(words) ||
      otherThing.test(words) ||
      (kind === 'patients' && notOfPatient.test(words)) ||
      (kind === 'hours' && somePatients.test(words))
    )
      return column;
    const guess = [...namesOf(kind)].find(
      ([name, field]) =>
        !usedFields.has(field) &&
        !(field === 'name' && usedFields.has('firstName')) &&
        name.length > 3 &&
        !onlyAlone.test(name) &&
        words.includes(` ${name} `),
    );
    if (!guess) return column;
    usedFields.add(guess[1]);
    return { field: guess[1], match: 'guessed' };
  });
}
