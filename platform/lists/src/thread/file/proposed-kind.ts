import { fold } from '@dayline/contracts/fold';
import { type ImportField, type ListKind, listKinds, missingFields } from '@dayline/contracts/imports/kinds';
import { columnsOf } from './columns.ts';

/** The kind that a list has by its columns, and why. */
export interface ProposedKind {
  readonly kind: ListKind;
  /** Whether no other kind fits nearly as well. */
  readonly isClear: boolean;
  /** The headers by which the kind was recognised, the most telling first. */
  readonly reasons: readonly string[];
}

/** How much a field tells about the kind of its list. Names, phones and addresses stand in every list. */
const weights: { readonly [Kind in ListKind]: Readonly<Partial<Record<ImportField, number>>> } = {
  patients: {
    age: 4,
    bornOn: 4,
    sex: 3,
    guardianName: 3,
    guardianRelation: 2,
    uhid: 2,
    firstName: 2,
    lastName: 2,
    name: 2,
  },
  doctors: { department: 3, fee: 3, meetingLink: 3, externalId: 2, kind: 2, name: 2 },
  hours: {
    ...{
      doctor: 2,
      doctorEmail: 1,
      weekday: 2,
      start: 2,
      end: 2,
      minutes: 2,
      places: 2,
      room: 1,
      branch: 0.5,
      date: 1,
    },
    ...{ beforeBreak: 3, beforeBreakPlaces: 3, afterBreak: 3, afterBreakPlaces: 3, weeks: 1, from: 1, sessionName: 1 },
    ...{ monday: 2, tuesday: 2, wednesday: 2, thursday: 2, friday: 2, saturday: 2, sunday: 2, department: 0.5 },
  },
  hospitalDays: {
    date: 2,
    from: 2,
    to: 2,
    weekday: 1,
    weeks: 1,
    days: 1,
    name: 2,
    hours: 1,
    year: 1,
    startTime: 0,
    endTime: 0,
    dayType: 0,
  },
  pastVisits: { date: 2, doctor: 3, outcome: 3, time: 2, visitId: 2, paid: 2, uhid: 1, name: 1 },
};
/** Of a header that stands in this kind of list only. */
const telling: { readonly [Kind in ListKind]: RegExp } = {
  patients: /\b(?:patient|guardian|blood group|mrn|uhid)\b|मरीज|रोगी/,
  doctors: /\b(?:qualification|speciali[sz]ation|speciality|specialty|consultation (?:fee|charge)s?|experience)\b/,
  hours: /\b(?:opd|visiting|duty|roster|slot)\b/,
  hospitalDays: /\b(?:holidays?|occasion|festivals?|leave|all day event|vacation)\b|अवकाश|अवसर|छुट्टी|त्योहार|पर्व/,
  pastVisits: /\b(?:appointment|visit|booking|invoice|token|encounter)\b/,
};
/** Words of a title above the columns, or of the file's name. */
const titles: { readonly [Kind in ListKind]: RegExp } = {
  patients: /\b(?:patients?|opd register|registrations?)\b|मरीज|रोगी/,
  doctors:
    /\b(?:doctors|consultants|staff) (?:list|master|directory)|\blist of (?:doctors|consultants)|^(?:doctors|consultants)\b/,
  hours: /\b(?:roster|rota|duty|opd (?:schedule|timings?|days)|doctors? schedule|timings|time ?table|visiting hours)\b/,
  hospitalDays: /\b(?:holidays?|vacations?|closed days|calendar of)\b|अवकाश|छुट्टी/,
  pastVisits: /\b(?:appointments?|visits|bookings)\b/,
};

const ofName = (header: string): string => fold(header).replaceAll(/[_-]+/g, ' ');
const hasTitle = /^(?:dr|prof|डॉ)\b|^डॉ/i;

interface Evidence {
  readonly headers: readonly string[];
  /** The first values of each column. */
  readonly samples?: readonly (readonly string[])[];
  /** Lines above the columns, and the name of the file. */
  readonly titles?: readonly string[];
}

/** Names that several kinds have. */
const vague = /^(?:name|hours|time|timings?)$/;
const weightOfVague = 0.5;
/** If another kind is complete too, more must speak for the first. */
const clearBy = 1.5;
const leastClear = 4.5;

/** The kind of list that most of the columns speak for, and if possible one with all required fields. */
export function proposedKind({ headers, samples = [], titles: above = [] }: Evidence): ProposedKind {
  const all = listKinds
    .map((kind) => {
      const columns = columnsOf(kind, headers, samples);
      const found = columns.flatMap(({ field, match }, index) => {
        if (!field) return [];
        const isTelling = telling[kind].test(ofName(headers[index] ?? ''));
        const isVague = kind === 'hours' && vague.test(ofName(headers[index] ?? ''));
        const own = isVague ? weightOfVague : (weights[kind][field] ?? 0.5);
        const weight = own * (match === 'recognised' ? 1 : 0.5) + (isTelling ? 2 : 0);
        return [{ header: headers[index] ?? '', weight }];
      });
      const others = headers.filter((header, index) => !columns[index]?.field && telling[kind].test(ofName(header)));
      const fields = columns.map(({ field }) => field);
      const lacks = missingFields(kind, fields).length;
      const nameColumn = columns.findIndex(({ field }) => field === 'name' || field === 'firstName');
      const isOfDoctors = nameColumn >= 0 && samples[nameColumn]?.some((value) => hasTitle.test(value));
      const isTitled = above.some((title) => titles[kind].test(ofName(title)));
      const score =
        found.reduce((sum, { weight }) => sum + weight, 0) +
        others.length +
        (isTitled ? 2 : 0) -
        lacks * 4 -
        (isOfDoctors && (kind === 'patients' || kind === 'hospitalDays') ? 4 : 0);
      const reasons = found.toSorted((one, next) => next.weight - one.weight).map(({ header }) => header);
      return { kind, score, reasons: reasons.slice(0, 3), isComplete: lacks === 0 };
    })
    .toSorted((one, next) => next.score - one.score);
  const [best, second] = all;
  if (!best) return { kind: 'patients', isClear: false, reasons: [] };
  const isAlone = !all.some(({ kind, isComplete }) => isComplete && kind !== best.kind);
  const isAhead = best.score - (second?.score ?? 0) >= clearBy;
  const isClear = best.isComplete && isAhead && (isAlone || best.score >= leastClear);
  return { kind: best.kind, isClear, reasons: best.reasons };
}

/** Whether a row names the fields that some kind of list needs. A row that does not may be data. */
export const hasRequiredFields = (headers: readonly string[], samples: readonly (readonly string[])[]): boolean =>
  listKinds.some((kind) => {
    const fields = columnsOf(kind, headers, samples).map(({ field }) => field);
    return missingFields(kind, fields).length === 0;
  });

/** The number of columns that a row names, as the kind of list that has most of them; 0 if it lacks a required one. */
export function namedColumns(headers: readonly string[]): number {
  const counts = listKinds.map((kind) => {
    const fields = columnsOf(kind, headers).flatMap(({ field, match }) => (match === 'recognised' ? [field] : []));
    return missingFields(kind, fields).length === 0 ? fields.length : 0;
  });
  return Math.max(...counts);
}
