/**
 * Names in the scripts of India as people spell them in Latin letters, and the sound by which two spellings of a name
 * are one: "सुनीता" and "sunita", "lakshmi" and "laxmi". Unicode lays these scripts out alike, so one table serves nine.
 * The libraries transliterate Sanskrit, as scholars write it, and are many times as large as this page's own code.
 */

/** The first code of each script; every one has its letters at the same distances. */
const blocks = {
  devanagari: 0x0900,
  bengali: 0x0980,
  gurmukhi: 0x0a00,
  gujarati: 0x0a80,
  oriya: 0x0b00,
  tamil: 0x0b80,
  telugu: 0x0c00,
  kannada: 0x0c80,
  malayalam: 0x0d00,
} as const;
type Script = keyof typeof blocks;
const blockLength = 0x80;

const row = (from: number, letters: string): (readonly [number, string])[] =>
  letters.split(' ').map((letter, index) => [from + index, letter === '.' ? '' : letter]);

/** By the distance from the first code; a consonant has an "a" unless a vowel sign or a virama follows. */
const vowels = new Map(row(0x05, 'a a i i u u ri l e e e ai o o o au'));
const consonants = new Map([
  ...row(0x15, 'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'),
  ...row(0x58, 'k kh g j r rh f y'),
]);
const signs = new Map(row(0x3e, 'a i i u u ri ri e e e ai o o o au'));
/** Nasals, and a breath. */
const marks = new Map(row(0x01, 'n n h'));
const virama = 0x4d;
const nukta = 0x3c;
const withNukta: Readonly<Record<string, string>> = { j: 'z', ph: 'f' };
/** Letters that a script has at a place of its own. */
const ownLetters: Readonly<Partial<Record<Script, ReadonlyMap<number, string>>>> = {
  bengali: new Map([
    [0x4e, 't'],
    [0x70, 'r'],
    [0x71, 'v'],
  ]),
  gurmukhi: new Map([[0x70, 'n']]),
  malayalam: new Map(row(0x7a, 'n n r l l k')),
};
const zha: readonly Script[] = ['tamil', 'malayalam'];
/** The "a" of a consonant is silent at the end of a word, and between others: "राजकुमार" is "rajkumar". */
const silent: readonly Script[] = ['devanagari', 'bengali', 'gurmukhi', 'gujarati'];

/** A consonant, or the vowel of a syllable. `isInherent`: it is not written. */
interface Sound {
  letters: string;
  readonly isVowel: boolean;
  readonly isInherent?: boolean;
}

const indic = /[\u0900-\u0d7f]/;
export const isIndic = (text: string): boolean => indic.test(text);

/** A folded word in Latin letters; as it is if it has no letter of these scripts. */
export function latinOf(word: string): string {
  if (!isIndic(word)) return word;
  const sounds: Sound[] = [];
  let script: Script = 'devanagari';
  for (const letter of word) {
    const code = letter.codePointAt(0) ?? 0;
    const found = (Object.keys(blocks) as Script[]).find(
      (name) => code >= blocks[name] && code < blocks[name] + blockLength,
    );
    if (found === undefined) sounds.push({ letters: letter, isVowel: false });
    else {
      script = found;
      add(sounds, code - blocks[found], found);
    }
  }
  const ownSounds = silent.includes(script) ? withoutSilent(sounds) : sounds;
  const text = ownSounds.map(({ letters }) => letters).join('');
  return script === 'tamil' ? toVoiced(text) : text.replaceAll('jn', 'gy');
}

function add(sounds: Sound[], at: number, script: Script): void {
  const last = sounds.at(-1);
  const consonant = zha.includes(script) && at === 0x34 ? 'zh' : consonants.get(at);
  if (consonant !== undefined) {
    sounds.push({ letters: consonant, isVowel: false }, { letters: 'a', isVowel: true, isInherent: true });
    return;
  }
  const sign = signs.get(at);
  if (sign !== undefined || at === virama) {
    if (last?.isInherent) sounds.pop();
    if (sign !== undefined) sounds.push({ letters: sign, isVowel: true });
    return;
  }
  const before = sounds.at(-2);
  if (at === nukta && before) before.letters = withNukta[before.letters] ?? before.letters;
  const vowel = vowels.get(at);
  if (vowel !== undefined) sounds.push({ letters: vowel, isVowel: true });
  const letters = marks.get(at) ?? ownLetters[script]?.get(at);
  if (letters !== undefined) sounds.push({ letters, isVowel: false });
}

/** Without an unwritten "a" at the end, and without one after a vowel and a consonant and before the same. */
function withoutSilent(sounds: readonly Sound[]): readonly Sound[] {
  const letters = [...sounds];
  if (letters.length > 2 && letters.at(-1)?.isInherent) letters.pop();
  for (let at = letters.length - 3; at >= 2; at -= 1) {
    const isBetween =
      letters[at - 2]?.isVowel &&
      !letters[at - 1]?.isVowel &&
      letters[at + 1]?.isVowel === false &&
      letters[at + 2]?.isVowel;
    if (letters[at]?.isInherent && isBetween) letters.splice(at, 1);
  }
  return letters;
}

/** Tamil writes one letter for k and g, ch and s, t and d, p and b: which it is depends on its neighbours. */
const toVoiced = (text: string): string =>
  text
    .replaceAll('tch', 'ksh')
    .replace(/^ch(?!ch)/, 's')
    .replaceAll(/(?<=[aeiou])ch(?=[aeiou])/g, 's')
    .replaceAll('nch', 'nj')
    .replaceAll(/(?<=[aeiou]|n)k(?=[aeiou])/g, 'g')
    .replaceAll(/(?<=[aeiou]|n)t(?=[aeiou]|r)/g, 'd')
    .replaceAll(/(?<=[aeiou]|m)p(?=[aeiou])/g, 'b')
    .replaceAll('nr', 'ndr');

/** What a spelling does not tell apart, one after the other; vowels of "a" and "e" are left out last. */
const alike: readonly (readonly [RegExp, string])[] = [
  // "राव" and "రావు" are Rao.
  [/avu?$/g, 'ao'],
  [/zh/g, 'l'],
  [/x/g, 'ks'],
  [/(?:dn|j)y?n(?=[aeiou]|y)/g, 'gy'],
  [/gny?(?=[aeiou])/g, 'gy'],
  [/ch+/g, 'C'],
  [/c?k|c|q/g, 'k'],
  [/z/g, 'j'],
  [/ph|f/g, 'p'],
  [/w/g, 'v'],
  [/(?<=[bdgjkrst])h/g, ''],
  [/d/g, 't'],
  [/g/g, 'k'],
  [/b/g, 'p'],
  [/ee|ea(?=[^aeiou]|$)/g, 'i'],
  [/oo|ou|au|aw|ow/g, 'u'],
  [/[ae][iy]/g, 'y'],
  [/(?<=[^aeiou])y(?![aeiou])/g, 'i'],
  [/ia/g, 'iya'],
  [/o/g, 'u'],
  [/(.)\1+/g, '$1'],
  [/(?<=[aeiou])h$/g, ''],
  [/(?<=.)[ae]/g, ''],
  [/^e/g, 'a'],
];

/** A shorter one has too many names. */
const shortestSound = 2;
/** A longer word is compared as a whole only. */
const maxSoundLength = 40;

/** The sound of a folded word, equal for its spellings. Null: a number, or too short. */
export function soundOf(word: string): string | null {
  const latin = latinOf(word);
  if (!/^[a-z]+$/.test(latin) || latin.length > maxSoundLength) return null;
  const sound = alike.reduce((text, [letters, letter]) => text.replaceAll(letters, letter), latin);
  return sound.length < shortestSound ? null : sound;
}
