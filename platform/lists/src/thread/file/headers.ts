import { fold } from '@dayline/contracts/fold';
import { fieldsOfImport, type ImportField, type ListKind, labelOf, listKinds } from '@dayline/contracts/imports/kinds';

const partsOfName: Readonly<Partial<Record<ImportField, string>>> = {
  firstName:
    'first name|firstname|first|given name|given names|given|forename|forenames|fname|f name|name first|christian name|पहला नाम|प्रथम नाम',
  middleName:
    'middle name|middlename|middle|middle names|mname|m name|middle initial|initial|mi|second name|name middle|मध्य नाम|बीच का नाम',
  lastName:
    'last name|lastname|last|surname|sur name|family name|familyname|family|lname|l name|name last|उपनाम|कुलनाम|अंतिम नाम|सरनेम',
};

/** Headers by field, folded and without marks. */
const names: { readonly [Kind in ListKind]: Readonly<Partial<Record<ImportField, string>>> } = {
  patients: {
    ...partsOfName,
    uhid: 'uhid|uhid no|यूएचआईडी|मरीज़ आईडी|अस्पताल नंबर|mrn|mrn no|mrd no|mr no|hospital number|hospital no|hospital id|hosp no|hosp id|cr no|c r no|reg id|registration id|patient code|op number|opd number|patient id|patientid|patient no|patient number|op no|opd no|ip no|reg no|regn no|registration no|registration number|file no|card no|medical record number|पंजीकरण संख्या',
    name: 'name|patient|patient name|full name|name of patient|name of the patient|patient full name|नाम|मरीज़ का नाम|मरीज का नाम|रोगी का नाम',
    ageUnit: 'age unit|age units|age type|age uom|age period|unit|units|y m d|age y m d|years months days',
    ageMonths: 'age months|age month|age in months|age m|months|month s',
    ageDays: 'age days|age day|age in days|age d|days|day s',
    age: 'age|age today|age sex|age gender|age/sex|sex age|gender age|age in years|age in yrs|age years|age year|age yrs|age y|years|yrs|आयु|उम्र|आयु लिंग|उम्र लिंग',
    bornOn:
      'dob|d o b|date of birth|birth date|birthdate|born|born on|birth|birthday|birth day|जन्म तिथि|जन्मतिथि|जन्म दिनांक',
    sex: 'sex|gender|m f|लिंग',
    phone:
      'phone|mobile|mobile no|mobile number|phone no|phone number|contact|contact no|contact number|cell|cell phone|mobile phone|home phone|telephone|telephone no|tel|whatsapp|whatsapp no|mob|mob no|ph|ph no|ph number|cell no|cell number|फ़ोन|फोन|मोबाइल|मोबाइल नंबर|मोबाइल नं|फ़ोन नंबर|फोन नंबर|दूरभाष|संपर्क',
    countryCode: 'country code|isd|isd code|dial code|dialling code|phone country code',
    areaCode: 'area code|std|std code',
    phoneNote: 'phone note|whose phone',
    email: 'email|e mail|mail|email id|email address|mail id|ईमेल|ई मेल',
    location:
      'location|address|place|city|town|village|area|residence|street|street address|address line 1|address 1|पता|स्थान|गाँव|गांव',
    guardianRelation: 'guardian relation|relation|relationship',
    guardianName:
      'guardian|guardian name|guardian s name|relation name|relative name|relative s name|father name|father s name|husband name|husband s name|father husband name|father s husband s name|attendant|next of kin|c o|s o|w o|d o|s o w o d o|पिता का नाम|पति का नाम|अभिभावक|पिता पति का नाम',
  },
  doctors: {
    kind: 'kind|poc kind|type',
    name: 'name|doctor|doctor name|doctor s name|name of doctor|name of the doctor|poc name|consultant|consultant name|physician|provider|डॉक्टर|डॉक्टर का नाम|चिकित्सक|चिकित्सक का नाम',
    department: 'department|dept|department name|specialization|specialisation|speciality|specialty|विभाग',
    phone:
      'phone|mobile|contact|contact number|contact no|mobile no|mobile number|phone no|phone number|मोबाइल|मोबाइल नंबर',
    email: 'email|e mail|mail|email id|email address|ईमेल',
    meetingLink: 'meeting link|meet link|google meet|video link',
    fee: 'fee|fees|consultation fee|consultation fees|charge|charges|consultation charges|opd fee|शुल्क',
    externalId: 'external id|external poc id|doctor id|employee id|emp id|code|doctor code',
  },
  hours: {
    doctor:
      'doctor|doctor name|doctor s name|name of doctor|name of the doctor|name|poc name|consultant|consultant name|physician|provider|डॉक्टर|डॉक्टर का नाम|चिकित्सक|चिकित्सक का नाम',
    doctorEmail: 'doctor email|email|e mail',
    date: 'date|on|day date|duty date|तारीख़|तारीख|दिनांक|तिथि',
    from: 'from|valid from|effective from|from date|starts on|with effect from|wef|start date',
    weekName: 'week name|hours name|name of hours',
    weekday:
      'weekday|weekdays|day|days|day of week|day s|visiting days|visiting day|opd days|opd day|days of opd|consultation days|available days|working days|days available|दिन|वार|ओपीडी दिन',
    start: 'start|start time|from time|begins|opens|time from|in time|time in',
    end: 'end|end time|to time|ends|closes|time to|to|out time|time out',
    endsNextDay: 'ends next day|end is next day|past midnight',
    minutes: 'minutes|slot|slot duration|slot minutes|duration|minutes per slot|slot length|time per patient',
    places: 'places|per slot|appointments per slot|patients per slot|capacity',
    reason: 'reason|note|remarks|remark',
    sessionName: 'session|session name|shift',
    weeks: 'weeks|weeks of the month|week|week of month|week of the month',
    everyWeeks: 'every|every weeks',
    everyFrom: 'every from|counted from',
    bookFrom:
      'book from|books from|bookings open|booking opens|booking starts|registration opens|registration starts|opd registration from',
    bookUntil: 'book until|books until|bookings close',
    firstUntil: 'first until|first visits until|first visits book until|new patients until|new patients book until',
    slotsPerVisit: 'slots per visit|visit slots',
    closesBefore: 'closes before|bookings close before|minutes before',
    openEnd: 'open end|open ended|no fixed end',
    onlyFor: 'only for|patient classes|for patients',
    onRequest: 'on request|by appointment|by appointment only|how to request',
    firstPlaces: 'first|new|new patients|new cases|first visits',
    againPlaces:
      'again|old|old patients|old cases|follow ups|follow up|follow up patients|further visits|review|reviews|review patients|repeat patients',
    totalPlaces: 'total places|patients in all',
    sameDayPlaces: 'same day|same day places',
    department: 'department|dept|department name|speciality|specialty|specialization|specialisation|विभाग',
    alsoIn: 'also in|other departments|further departments',
    branch: 'branch|centre|center',
    room: 'room|room no|room number|opd room|कमरा|कमरा नं',
    beforeBreak:
      'before break|before break opd timing|morning|morning opd|morning opd timing|opd timing|opd timings|opd time|opd hours|timing|timings|time|hours|visiting hours|visiting time|visiting timings|consultation hours|consultation time|consultation timings|available time|schedule|समय|ओपीडी समय',
    beforeBreakPlaces:
      'before break patients|before break opd patients|morning patients|max patients|maximum patients|no of patients|number of patients|patients|patient limit|tokens|no of tokens|max tokens|token limit|max no of patients|max appointments|maximum appointments|no of appointments',
    afterBreak: 'after break|after break opd timing|evening|evening opd|afternoon|afternoon opd',
    afterBreakPlaces: 'after break patients|after break opd patients|evening patients|afternoon patients',
    status: 'status|duty|duty status|availability|attendance|स्थिति',
    monday: 'monday|mon|सोमवार|सोम',
    tuesday: 'tuesday|tue|tues|मंगलवार|मंगल',
    wednesday: 'wednesday|wed|weds|बुधवार|बुध',
    thursday: 'thursday|thu|thur|thurs|गुरुवार|गुरु|बृहस्पतिवार',
    friday: 'friday|fri|शुक्रवार|शुक्र',
    saturday: 'saturday|sat|शनिवार|शनि',
    sunday: 'sunday|sun|रविवार|रवि|इतवार',
  },
  hospitalDays: {
    date: 'date|dates|holiday date|date s|date of holiday|on|तारीख़|तारीख|दिनांक|तिथि',
    weekday: 'weekday|day|day of week|day of the week|week day|दिन|वार|दिवस',
    weeks: 'weeks|week|nth|which weeks',
    from: 'from|from date|begins|start date|start|starts on|date from|starting|dtstart|से',
    to: 'to|to date|until|till|ends|end date|end|ends on|date to|upto|up to|ending|तक',
    name: 'name|holiday|holidays|holiday name|name of holiday|name of the holiday|name of leave|name of holidays|name of the occasion|occasion|festival|festivals|name of festival|name of the festival|event|subject|summary|title|description|particulars|नाम|अवकाश|अवकाश का नाम|छुट्टी|छुट्टियाँ|त्योहार|पर्व|अवसर',
    hours:
      'hours|open|opening hours|timing|timings|closed|opd|opd hours|opd status|opd timing|opd timings|working hours|half full|full half|half day|half day full day|full day half day',
    branch: 'branch|branches|centre|center|location|unit|applicable to|applicable at|applicable for',
    bookUntil: 'book until|books until|bookings close|registration closes|registration until',
    days: 'days|no of days|number of days|total days|duration|दिनों की संख्या|कुल दिन',
    year: 'year|वर्ष',
    startTime: 'start time|from time|time from',
    endTime: 'end time|to time|time to',
    dayAfter:
      'day after|open again on|opens again on|reopens on|reopening date|reopening on|re opening date|ends before|end before|end exclusive|end date exclusive|to exclusive|to date exclusive|until exclusive|end excl|end date excl|dtend',
    dayType: 'day type|holiday type|type of holiday|type|category|nature of holiday',
  },
  pastVisits: {
    ...partsOfName,
    visitId:
      'visit id|appointment id|visit no|appointment no|booking id|booking no|bill no|invoice id|invoice no|token|token no|id',
    uhid: 'uhid|uhid no|mrn|mr no|patient id|hospital number|hospital no|patient no|patient number|op no|opd no|reg no|registration no|यूएचआईडी',
    name: 'name|patient|patient name|name of patient|full name|customer|customer name|client|client name|नाम|मरीज़ का नाम|मरीज का नाम|रोगी का नाम',
    phone:
      'phone|mobile|contact|mobile no|mobile number|phone no|phone number|contact no|contact number|मोबाइल|मोबाइल नंबर',
    doctor:
      'doctor|doctor name|doctor s name|doctor id|consultant|consultant name|poc name|provider|provider name|physician|practitioner|staff|staff name|staff member|seen by|treating doctor|attending doctor|external id|डॉक्टर|डॉक्टर का नाम|चिकित्सक',
    doctorEmail: 'doctor email|doctor s email|doctor e mail',
    date: 'date|तारीख़|तारीख|दिनांक|visit date|appointment date|date of visit|date of appointment|booking date|bill date|visit dt|appt dt|visited on|appointment on|date time|date and time|appointment date time|start|scheduled at|appointment start|start date time|start date and time|consultation date|date of consultation',
    time: 'time|visit time|appointment time|start time|slot|slot time|समय',
    outcome: 'outcome|स्थिति|status|visit status|appointment status|booking status',
    paid: 'paid|भुगतान|payment|payment status|paid amount|amount paid',
  },
};

/** "PatientFirstName" and "MobileNo" are several words. */
const words = (text: string): string => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');

export const plain = (text: string): string =>
  fold(words(text))
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

/** The names of a kind's fields. */
export const namesOf = (kind: ListKind): ReadonlyMap<string, ImportField> => byName.get(kind) ?? new Map();

const latin = /\p{Script=Latin}/u;
const otherLetters = /(?!\p{Script=Latin})\p{L}/u;

/** "तारीख / Date", "Date (दिनांक)", "नाम Name": the same name in two scripts. */
function translations(header: string): string[] {
  if (!latin.test(header) || !otherLetters.test(header)) return [];
  return [header.replaceAll(/\p{Script=Latin}+/gu, ' '), header.replaceAll(/(?!\p{Script=Latin})[\p{L}\p{M}]+/gu, ' ')];
}

/** Whose value it is: not needed to recognise it. */
const owners: Readonly<Record<ListKind, RegExp>> = {
  patients: /^(?:patient|pt|client|customer|member|person)(?: s)? /,
  doctors: /^(?:doctor|dr|consultant|poc|provider|staff)(?: s)? /,
  hours: /^(?:doctor|dr|consultant|opd|clinic|schedule)(?: s)? /,
  hospitalDays: /^(?:holiday|event|closure)(?: s)? /,
  pastVisits: /^(?:appointment|appt|visit|booking|encounter|patient|pt)(?: s)? /,
};

/** The field that a header names: whole, in one of two languages, without an explanation in brackets, or without its owner. */
export function fieldNamed(kind: ListKind, header: string): ImportField | null {
  const fieldsByName = namesOf(kind);
  const withoutBrackets = header.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  const forms = [header, ...translations(header), withoutBrackets, ...translations(withoutBrackets)].map(plain);
  const found = forms.map((form) => fieldsByName.get(form)).find((field) => field !== undefined);
  if (found) return found;
  return (
    forms.map((form) => fieldsByName.get(form.replace(owners[kind], ''))).find((field) => field !== undefined) ?? null
  );
}
