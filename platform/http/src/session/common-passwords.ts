import { withoutEnds } from '@dayline/contracts/fields/without-ends';

const wordsOfProduct = 'dayline';
const wordsOfHospitals = `
  admin administrator ambulance appointment appointments appt auditor bed blood booking calendar cardiology care center
  centre changeme clinic clinical consult consultation day dental dentist dentistry department dermatology desk diagnostic
  doc doctor dr emergency frontdesk guest health healthcare heart hosp hospital hospitals icu lab line login medic medical
  medicare medicine mediclinic multispeciality multispecialty neurology nurse nursing oncology operator opd ortho
  orthopaedic orthopaedics orthopedic orthopedics paediatrics pass passcode password patient patients pediatrics pharmacy
  physician poc polyclinic practice radiology reception receptionist schedule secret service slot slots speciality
  specialty staff superspeciality surgeon surgery surgical team test trauma trust user visit ward welcome wellness`;
/** In addition to the cities of time zones. */
const wordsOfCities = `
  agra ahmedabad amritsar aurangabad bangalore barcelona beijing bengaluru bharat bhopal birmingham bombay boston calcutta
  calicut chandigarh chennai cochin coimbatore dallas dehradun delhi dhanbad faridabad francisco frankfurt geneva ghaziabad
  goa gurgaon gurugram guwahati hamburg houston hubli hyderabad india indore jaipur jammu jodhpur kanpur kochi kolhapur
  kolkata kota kozhikode lahore lucknow ludhiana lyon madras madurai manchester mangalore mangaluru meerut milan mumbai
  munich mysore mysuru nagpur nashik navi noida panaji patna philadelphia pondicherry puducherry pune raipur rajkot ranchi
  salem sangli satara seattle shenzhen shimla solapur srinagar surat thane thiruvananthapuram trichy trivandrum vadodara
  varanasi vijayawada visakhapatnam vizag washington`;

/** Letters without accents, in lower case. */
const plainLetters = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of names, addresses and zones, except single letters. */
const wordsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    plainLetters(name)
      .replaceAll(/['’]/g, '')
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1),
  );

const zoneCity = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', '');

/** The words that anyone would try when guessing a hospital's passwords. */
const placeWords: ReadonlySet<string> = new Set(
  wordsOf([wordsOfProduct, wordsOfHospitals, wordsOfCities, ...Intl.supportedValuesOf('timeZone').map(zoneCity)]),
);

interface KnownPasswords {
  /** Common passwords in lower case. */
  readonly whole: ReadonlySet<string>;
  /** The most common ones, which a password must not be after removing decorations. */
  readonly cores: ReadonlySet<string>;
}

const maxCommon = 3_000;
/** Maximum number of characters around a common word that are ignored. */
const maxTrimmings = 6;
const lookAlikeCharacters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
let passwords: Promise<KnownPasswords> | null = null;

/** Some 50,000 passwords sorted by frequency, loaded when the first password is set. */
async function load(): Promise<KnownPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'].map((password) => String(password).toLowerCase());
  return { whole: new Set(list), cores: new Set(list.slice(0, maxCommon)) };
}

/**
 * Whether a password is among the first that attackers try, or little more than words of the place and the person;
 * `names` are the account's name and address, and the client's name. Few common passwords satisfy the composition
 * rules, but "Password1!" is no better than "password", so digits and signs at either end and signs in place of letters
 * are ignored.
 */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  if (isMadeOfNames(password, names)) return true;
  passwords ??= load();
  const { whole, cores } = await passwords;
  const lower = password.toLowerCase();
  if (whole.has(lower)) return true;
  return [lower, withLetters(lower)].some((text) =>
    coresOf(text).some((core) => cores.has(core) && password.length - core.length <= maxTrimmings),
  );
}

/** The signs that people write in place of a letter. */
const writtenForms: Readonly<Record<string, string>> = {
  a: '@4',
  b: '8',
  e: '3',
  g: '69',
  i: '1!|',
  l: '1!|',
  o: '0',
  s: '$5',
  t: '7+',
  z: '2',
};
/** The maximum cost of a password, beside the names in it, at which it counts as made of them. */
const cheapest = 8;
const year = /^(?:19|20)\d\d/;

/** Also checks it without the signs between the letters. */
function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const words = [...placeWords, ...wordsOf(names)];
  const plain = plainLetters(password);
  return [plain, plain.replaceAll(/[^\p{L}\p{N}]/gu, '')].some((text) => {
    const beside = costOf(text, words);
    return beside <= cheapest && beside < costOf(text, []);
  });
}

/**
 * The lowest cost of what is left of a text without the words in it: a letter costs two; a year, a digit or a sign one.
 */
function costOf(text: string, words: readonly string[]): number {
  const costs: number[] = [];
  costs[text.length] = 0;
  const from = (index: number): number => costs[index] ?? Number.POSITIVE_INFINITY;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const wordCosts = words.filter((word) => isAt(text, index, word)).map((word) => from(index + word.length));
    const yearLengths = year.test(text.slice(index, index + 4)) ? [1 + from(index + 4)] : [];
    costs[index] = Math.min((/\p{L}/u.test(text[index] ?? '') ? 2 : 1) + from(index + 1), ...yearLengths, ...wordCosts);
  }
  return from(0);
}

const isAt = (text: string, start: number, word: string): boolean =>
  [...word].every((letter, index) => {
    const sign = text[start + index];
    return sign !== undefined && (sign === letter || (writtenForms[letter]?.includes(sign) ?? false));
  });

const withLetters = (text: string): string => [...text].map((sign) => lookAlikeCharacters[sign] ?? sign).join('');

/** The text without signs, then also without digits, at both ends or at the end only. */
function coresOf(text: string): string[] {
  const bare = withoutEnds(text, /[^a-z0-9]/);
  const letters = withoutEnds(text, /[^a-z]/);
  // "P@ssw0rd1!": the end is removed first, since look-alikes would turn "1" and "!" into letters.
  const trimmed = withLetters(withoutEnds(text, /[^a-z@$]/, 'end'));
  return [text, bare, letters, trimmed].filter((core) => core !== '');
}
