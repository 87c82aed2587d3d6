import { fold } from '@dayline/contracts/fold';
import {
  fieldsOfImport,
  type ImportField,
  type ListKind,
  labelOf,
  listKinds,
  missingFields,
} from '@dayline/contracts/imports/kinds';

interface Column {
  readonly field: ImportField | null;
  readonly match: 'recognised' | 'guessed' | 'unknown';
}

/** Headers by field, folded and without marks. */
const names: { readonly [Kind in ListKind]: Readonly<Partial<Record<ImportField, string>>> } = {
  patients: {
    uhid: 'uhid|यूएचआईडी|मरीज़ आईडी|अस्पताल नंबर|mrn|mrd no|mr no|hospital number|hospital no|patient id|patientid|patient no|op no|ip no|reg no|registration no|registration number|file no|card no',
    name: 'name|patient|patient name|full name|name of patient|name of the patient|नाम|मरीज़ का नाम|मरीज का नाम|रोगी का नाम',
    age: 'age|age today|age sex|age gender|age/sex|आयु|उम्र',
    bornOn: 'dob|d o b|date of birth|birth date|birthdate|born|born on|जन्म तिथि|जन्मतिथि',
    sex: 'sex|gender|लिंग',
    phone:
      'phone|mobile|mobile no|mobile number|phone no|phone number|contact|contact no|contact number|cell|telephone|tel|whatsapp|mob|mob no|फ़ोन|फोन|मोबाइल|मोबाइल नंबर|मोबाइल नं|फ़ोन नंबर|फोन नंबर',
    phoneNote: 'phone note|whose phone',
    email: 'email|e mail|mail|email id|email address|mail id|ईमेल|ई मेल',
    location: 'location|address|place|city|town|village|area|residence|पता|स्थान',
    guardianRelation: 'guardian relation|relation|relationship',
    guardianName:
      'guardian|guardian name|guardian s name|father name|father s name|husband name|husband s name|father husband name|attendant|next of kin|c o|s o|w o|d o|पिता का नाम|पति का नाम|अभिभावक',
  },
  doctors: {
    kind: 'kind|poc kind|type',
    name: 'name|doctor|doctor name|poc name|consultant|डॉक्टर|डॉक्टर का नाम|चिकित्सक',
    department: 'department|dept|specialization|specialisation|speciality|specialty|विभाग',
    phone: 'phone|mobile|contact|contact number|contact no|mobile no|phone number',
    email: 'email|e mail|mail|email id|email address',
    meetingLink: 'meeting link|meet link|google meet|video link',
    fee: 'fee|fees|consultation fee|consultation fees|charge|charges|शुल्क',
    externalId: 'external id|external poc id|doctor id|employee id|emp id|code|doctor code',
  },
  hours: {
    doctor: 'doctor|doctor name|name|poc name|consultant|डॉक्टर|डॉक्टर का नाम|चिकित्सक',
    doctorEmail: 'doctor email|email|e mail',
    date: 'date|on|day date|तारीख़|तारीख|दिनांक',
    from: 'from|valid from|effective from|from date|starts on',
    weekName: 'week name|hours name|name of hours',
    weekday: 'weekday|day|days|day of week|दिन|वार',
    start: 'start|start time|from time|begins|opens|time from',
    end: 'end|end time|to time|ends|closes|time to|to',
    minutes: 'minutes|slot|slot duration|slot minutes|duration|minutes per slot',
    places: 'places|per slot|appointments per slot|patients per slot|capacity',
    reason: 'reason|note|remarks',
    sessionName: 'session|session name',
    weeks: 'weeks|weeks of the month',
    everyWeeks: 'every|every weeks',
    everyFrom: 'every from|counted from',
    bookUntil: 'book until|books until|bookings close',
    firstPlaces: 'first|new patients|first visits',
    againPlaces: 'again|old patients|follow ups|further visits',
    sameDayPlaces: 'same day|same day places',
    department: 'department|dept',
    branch: 'branch|centre',
    room: 'room|room no',
    beforeBreak: 'before break|before break opd timing|morning|morning opd|opd timing|timing|timings|समय',
    beforeBreakPlaces: 'before break patients|before break opd patients|morning patients',
    afterBreak: 'after break|after break opd timing|evening|evening opd|afternoon',
    afterBreakPlaces: 'after break patients|after break opd patients|evening patients|afternoon patients',
  },
  hospitalDays: {
    date: 'date|holiday date|on|तारीख़|तारीख|दिनांक|तिथि',
    weekday: 'weekday|day|day of week|दिन|वार',
    weeks: 'weeks|week|nth|which weeks',
    from: 'from|from date|begins',
    to: 'to|to date|until|till|ends',
    name: 'name|holiday|holiday name|occasion|festival|description|नाम|अवकाश|छुट्टी|त्योहार',
    hours: 'hours|open|opening hours|timing|timings|closed',
    branch: 'branch|centre|center|location|unit',
  },
  pastVisits: {
    visitId: 'visit id|appointment id|visit no|appointment no|bill no|token',
    uhid: 'uhid|mrn|patient id|hospital number|patient no|op no',
    name: 'name|patient|patient name',
    phone: 'phone|mobile|contact|mobile number|contact number',
    doctor: 'doctor|doctor name|doctor id|consultant|poc name|external id',
    doctorEmail: 'doctor email|email',
    date: 'date|तारीख़|तारीख|दिनांक|visit date|appointment date|date of visit',
    time: 'time|visit time|appointment time',
    outcome: 'outcome|स्थिति|status|visit status|appointment status',
    paid: 'paid|भुगतान|payment|payment status',
  },
};

const plain = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
const byName = new Map(
  listKinds.map((kind) => [
    kind,
    new Map(
      fieldsOfImport[kind].flatMap((field) => [
        [plain(labelOf(field)), field] as const,
        ...(names[kind][field] ?? '').split('|').map((name) => [plain(name), field] as const),
      ]),
    ),
  ]),
);

/** Fields whose cells are dates. */
export const dateFields: readonly ImportField[] = ['date', 'bornOn', 'from', 'to', 'everyFrom'];

/** The field of each column; each field once. */
export function columnsOf(kind: ListKind, headers: readonly string[]): Column[] {
  const taken = new Set<ImportField>();
  const columns = headers.map((header): Column => {
    const field = byName.get(kind)?.get(plain(header));
    if (!field || taken.has(field)) return { field: null, match: 'unknown' };
    taken.add(field);
    return { field, match: 'recognised' };
  });
  return columns.map((column, index) => {
    if (column.field) return column;
    const words = ` ${plain(headers[index] ?? '')} `;
    // A column with half a name is not the name.
    const isHalfName = /^ (?:first|middle|last|sur|given|family) ?name $/.test(words);
    const guess = [...(byName.get(kind) ?? [])].find(
      ([name, field]) => !taken.has(field) && name.length > 3 && !isHalfName && words.includes(` ${name} `),
    );
    if (!guess) return column;
    taken.add(guess[1]);
    return { field: guess[1], match: 'guessed' };
  });
}

/** The kind of list with the most of these columns, and if possible with all required ones. */
export function kindOf(headers: readonly string[]): ListKind {
  const scores = listKinds.map((kind) => {
    const fields = columnsOf(kind, headers).flatMap(({ field, match }) =>
      field && match === 'recognised' ? [field] : [],
    );
    return fields.length + (missingFields(kind, fields).length === 0 ? 100 : 0);
  });
  return listKinds[scores.indexOf(Math.max(...scores))] ?? 'patients';
}

/** Whether a row names the fields that some kind of list needs. A row that does not may be data. */
export const hasRequiredFields = (headers: readonly string[]): boolean =>
  listKinds.some((kind) => {
    const fields = columnsOf(kind, headers).map(({ field }) => field);
    return missingFields(kind, fields).length === 0;
  });
