interface Known {
  /** As people use them, in lower case. */
  readonly whole: ReadonlySet<string>;
  /** The most common ones: what is left of a password without its trimmings must not be one of them. */
  readonly cores: ReadonlySet<string>;
}

const mostCommon = 3_000;
/** So many characters around a common word don't hide it. */
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

/** The list is some 50,000 passwords, sorted by how common they are: read when the first password is set, not before. */
async function load(): Promise<Known> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'].map((password) => String(password).toLowerCase());
  return { whole: new Set(list), cores: new Set(list.slice(0, mostCommon)) };
}

/**
 * Whether a password is one of those that are tried first. Few of the most common passwords meet the composition rules
 * as they are, but "Password1!" is no better than "password": digits and signs at either end and signs that stand for
 * letters are looked through.
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

/** Without the signs, then also the digits, at both ends; and where only the end goes. */
function coresOf(text: string): string[] {
  const bare = text.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  const letters = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  // "P@ssw0rd1!" reads as letters up to its end: the end goes first then.
  const trimmed = withLetters(text.replace(/[^a-z@$]+$/, ''));
  return [text, bare, letters, trimmed].filter((core) => core !== '');
}
