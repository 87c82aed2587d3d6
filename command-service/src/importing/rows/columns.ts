import { fold } from '@dayline/contracts/fold';
import {
  fieldsOfImport,
  type ImportField,
  type ImportKind,
  importKinds,
  labelOf,
  requiredFields,
} from '@dayline/contracts/imports/kinds';

type Column = { readonly becomes: ImportField | null; readonly how: 'recognised' | 'guessed' | 'unknown' };

/** Names of columns, folded and without marks; those of guesses are asked about. */
const names: { readonly [Kind in ImportKind]: Readonly<Partial<Record<ImportField, string>>> } = {
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
  importKinds.map((what) => [
    what,
    new Map(
      fieldsOfImport[what].flatMap((field) => [
        [plain(labelOf(field)), field] as const,
        ...(names[what][field] ?? '').split('|').map((name) => [plain(name), field] as const),
      ]),
    ),
  ]),
);

/** Whose cells are dates. */
export const dateFields: readonly ImportField[] = ['date', 'bornOn', 'from', 'to', 'everyFrom'];

/** What the columns of a file are taken for; each field once. */
export function columnsOf(what: ImportKind, headers: readonly string[]): Column[] {
  const taken = new Set<ImportField>();
  const columns = headers.map((header): Column => {
    const field = byName.get(what)?.get(plain(header));
    if (!field || taken.has(field)) return { becomes: null, how: 'unknown' };
    taken.add(field);
    return { becomes: field, how: 'recognised' };
  });
  return columns.map((column, index) => {
    if (column.becomes) return column;
    const words = ` ${plain(headers[index] ?? '')} `;
    // Half a name is no name.
    const isPart = /^ (?:first|middle|last|sur|given|family) ?name $/.test(words);
    const near = [...(byName.get(what) ?? [])].find(
      ([name, field]) => !taken.has(field) && name.length > 3 && !isPart && words.includes(` ${name} `),
    );
    if (!near) return column;
    taken.add(near[1]);
    return { becomes: near[1], how: 'guessed' };
  });
}

/** What the rows of a file with these columns are: of what it has the most, and all that is needed if it can be. */
export function kindOf(headers: readonly string[]): ImportKind {
  const scores = importKinds.map((what) => {
    const fields = columnsOf(what, headers).flatMap(({ becomes, how }) =>
      becomes && how === 'recognised' ? [becomes] : [],
    );
    return fields.length + (lacking(what, fields).length === 0 ? 100 : 0);
  });
  return importKinds[scores.indexOf(Math.max(...scores))] ?? 'patients';
}

/** Whether a line names columns: all that some kind of rows needs is among them. What else it is, may be a row. */
export const areNames = (line: readonly string[]): boolean =>
  importKinds.some((what) => {
    const fields = columnsOf(what, line).map(({ becomes }) => becomes);
    return lacking(what, fields).length === 0;
  });

/** The fields that a kind needs and that no column becomes: of each group one. */
export const lacking = (what: ImportKind, fields: readonly (ImportField | null)[]) =>
  requiredFields[what].filter((group) => !group.some((field) => fields.includes(field)));
