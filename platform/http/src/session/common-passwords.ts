interface Known {
  /** Common passwords in lower case. */
  readonly whole: ReadonlySet<string>;
  /** The most common ones, which a password must not be after removing decorations. */
  readonly cores: ReadonlySet<string>;
}

const mostCommon = 3_000;
/** Maximum number of characters around a common word that are ignored. */
const mostTrimmings = 6;
const lookAlikes: Readonly<Record<string, string>> = {
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
let known: Promise<Known> | null = null;

/** Some 50,000 passwords sorted by frequency, loaded when the first password is set. */
async function load(): Promise<Known> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'].map((password) => String(password).toLowerCase());
  return { whole: new Set(list), cores: new Set(list.slice(0, mostCommon)) };
}

/**
 * Whether a password is among the first that attackers try. Few common passwords satisfy the composition rules, but
 * "Password1!" is no better than "password", so digits and signs at either end and signs in place of letters are
 * ignored.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  const { whole, cores } = await known;
  const lower = password.toLowerCase();
  if (whole.has(lower)) return true;
  return [lower, withLetters(lower)].some((text) =>
    coresOf(text).some((core) => cores.has(core) && password.length - core.length <= mostTrimmings),
  );
}

const withLetters = (text: string): string => [...text].map((sign) => lookAlikes[sign] ?? sign).join('');

/** The text without signs, then also without digits, at both ends or at the end only. */
function coresOf(text: string): string[] {
  const bare = text.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  const letters = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  // "P@ssw0rd1!": the end is removed first, since look-alikes would turn "1" and "!" into letters.
  const trimmed = withLetters(text.replace(/[^a-z@$]+$/, ''));
  return [text, bare, letters, trimmed].filter((core) => core !== '');
}
