import { z } from 'zod';
import { httpOrigin, onOff, setting, wholeNumber } from './setting.ts';
import { whatsAppSettings } from './whatsapp.ts';

const commaList = z.string().transform((list) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const hostNames = commaList
  .transform((hosts) => hosts.map((host) => host.toLowerCase()))
  .refine((hosts) => hosts.every((host) => /^[\w.:-]+$/.test(host)));

/** 32 bytes, written in base64 (44 characters) or hex (64 characters). */
const keyOf32Bytes = z
  .string()
  .transform((text) => (/^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')))
  .refine((key) => key.length === 32)
  // A key of zeros or of one repeated word is a placeholder.
  .refine((key) => new Set(key).size >= 12);

/** `name@host`, or `Name <name@host>`. */
const mailbox = /^(?:[^<>\r\n@]*<[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/;

const store = (...protocols: string[]) =>
  z.string().refine((text) => text === 'sqlite' || protocols.some((protocol) => text.startsWith(`${protocol}://`)));

/** Every setting, by its environment variable. */
export const settings = {
  NODE_ENV: setting(
    z.enum(['development', 'test', 'production']),
    'development',
    'development, test or production',
    'production refuses missing secrets, a PUBLIC_URL that is missing or not https, stores without TLS and demo accounts',
  ),
  PORT: setting(wholeNumber(0, 65535), '3000', 'a port from 0 (any free one) to 65535', 'where the product listens'),
  HOST: setting(z.string().min(1), '127.0.0.1', 'an address of this machine', '0.0.0.0 listens on all addresses'),
  DATA_DIR: setting(z.string().min(1), './data', 'a folder', 'where everything is kept'),
  DEMO: setting(onOff, null, 'on or off', 'demo data on an empty store; on, but off in production'),
  EVENT_STORE_URL: setting(
    store('esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'),
    'sqlite',
    'sqlite, or an address that begins with esdb:// or kurrentdb://',
    'where the events are kept',
  ),
  VIEW_STORE_URL: setting(
    store('mongodb', 'mongodb+srv'),
    'sqlite',
    'sqlite, or an address that begins with mongodb://',
    'where the views, accounts and sessions are kept',
  ),
  ACCEPT_MISSING_VAULT: setting(
    onOff,
    'off',
    'on or off',
    'on for one start creates a new vault for a log that has events, after the vault was lost for good',
  ),
  STORES_WITHOUT_TLS: setting(
    onOff,
    'off',
    'on or off',
    'on only where the network to both is private; otherwise production requires TLS with checked certificates in their addresses',
  ),
  MASTER_KEY: setting(
    keyOf32Bytes,
    null,
    '32 random bytes in base64 or hex',
    'wraps the personal keys; generated at the first start, but required in production',
  ),
  SESSION_SECRET: setting(
    z
      .string()
      .min(32)
      .refine((text) => new Set(text).size >= 12),
    null,
    'at least 32 random characters',
    'keys the hashes of session tokens; generated at the first start, but required in production',
  ),
  BOOKING_HORIZON_DAYS: setting(
    wholeNumber(1, 366),
    '60',
    'a number of days from 1 to 366',
    'how far ahead booking is open',
  ),
  UNDO_WINDOW_SECONDS: setting(
    wholeNumber(5, 300),
    '15',
    'a number of seconds from 5 to 300',
    'how long an undo is accepted',
  ),
  SESSION_IDLE_HOURS: setting(
    wholeNumber(1, 168),
    '12',
    'a number of hours from 1 to 168',
    'a session unused for this long ends',
  ),
  SESSION_MAX_DAYS: setting(
    wholeNumber(1, 90),
    '7',
    'a number of days from 1 to 90',
    'a session this old ends, used or not',
  ),
  PROOF_MINUTES: setting(
    wholeNumber(1, 1_440),
    '15',
    'a number of minutes from 1 to 1440',
    'sensitive acts ask for the password or a second factor if it was last given longer ago',
  ),
  PUBLIC_URL: setting(
    httpOrigin,
    null,
    'an address such as https://dayline.example',
    'the address that people open, for links, checks of origin and passkeys, which belong to its host name; required in production',
  ),
  COOKIE_SECURE: setting(onOff, null, 'on or off', 'Secure cookies and HSTS; on where PUBLIC_URL is https'),
  ALLOWED_ORIGINS: setting(
    commaList.pipe(z.array(httpOrigin)),
    '',
    'addresses such as https://desk.example, separated by commas',
    'further origins, of the same site, whose pages may call and read',
  ),
  TRUST_PROXY: setting(
    wholeNumber(0, 5),
    '0',
    'a number of proxies from 0 to 5',
    'the number of proxies in front, for the caller’s address',
  ),
  PUBLIC_CALLS_PER_MINUTE: setting(
    wholeNumber(1, 100_000),
    '300',
    'a number of calls from 1 to 100000',
    'calls without a session that one address may make a minute',
  ),
  SIGNED_IN_CALLS_PER_MINUTE: setting(
    wholeNumber(60, 100_000_000),
    '60000',
    'a number of calls from 60 to 100000000',
    'calls that one account may make a minute',
  ),
  ATTEMPTS_FACTOR: setting(
    wholeNumber(1, 100_000),
    '1',
    'a number from 1 to 100000',
    'multiplies how many wrong passwords, mailed links and messages are allowed; more for load tests',
  ),
  SMTP_URL: setting(
    z.url({ protocol: /^smtps?$/ }),
    null,
    'an address such as smtps://user:password@mail.example:465',
    'the mail server; without it, emails are written to the folder outbox of DATA_DIR',
  ),
  MAIL_FROM: setting(
    z.string().regex(mailbox),
    'Dayline <no-reply@localhost>',
    'an address such as Dayline <no-reply@dayline.example>',
    'the sender of mail',
  ),
  MAIL_PER_SECOND: setting(
    wholeNumber(1, 100),
    '10',
    'a number from 1 to 100',
    'maximum emails per second to patients, for each process; other emails have the same limit of their own',
  ),
  OPERATOR_EMAIL: setting(
    z.string().regex(mailbox),
    'operator@localhost',
    'an e-mail address',
    'who gets the messages of the public contact form',
  ),
  SINGLE_SIGN_ON_PRIVATE_HOSTS: setting(
    hostNames,
    '',
    'host names without ports, separated by commas',
    'sign-in providers at private addresses or without TLS that hospitals may name; others must be public and https',
  ),
  ...whatsAppSettings,
  WEBHOOK_PRIVATE_HOSTS: setting(
    hostNames,
    '',
    'host names without ports, separated by commas',
    'receivers of webhooks at private addresses or without TLS that hospitals may name; others must be public and https, or, outside production, on this machine',
  ),
  SECURITY_CONTACT: setting(
    z.url({ protocol: /^(?:https|mailto)$/ }),
    null,
    'an address such as mailto:security@hospital.example or https://hospital.example/security',
    'whom to report a vulnerability to, published in /.well-known/security.txt',
  ),
  API_DOCS: setting(onOff, 'on', 'on or off', 'off: the document of the calls and its page are not served'),
  AUDIT_HEAD_DIR: setting(
    z.string().min(1),
    null,
    'a folder',
    'each signed head of the log is written there as a file; best on another machine',
  ),
  AUDIT_HEAD_MAIL: setting(
    z.string().regex(mailbox),
    null,
    'an e-mail address',
    'each signed head of the log is mailed there',
  ),
  AUDIT_HEAD_MINUTES: setting(
    wholeNumber(1, 10_080),
    '60',
    'a number of minutes from 1 to 10080',
    'how often the head of the log is signed, if events were appended since',
  ),
  METRICS_TOKEN: setting(
    z.string().min(16),
    null,
    'at least 16 characters',
    'the bearer token for /metrics from elsewhere; without it only this machine may read them',
  ),
  MIN_FREE_DISK_MB: setting(
    wholeNumber(0, 10_000_000),
    '256',
    'a number of megabytes from 0 to 10000000',
    'with less free space for DATA_DIR the product reports that it is not ready',
  ),
  READY_LAG_SECONDS: setting(
    wholeNumber(1, 3_600),
    '30',
    'a number of seconds from 1 to 3600',
    'with views further behind the product reports that it is not ready',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'fatal, error, warn, info, debug, trace or silent',
    'how much the log says',
  ),
} as const;

export type SettingName = keyof typeof settings;
type SettingValue<Name extends SettingName> = z.output<(typeof settings)[Name]['schema']>;
type WithFallback = {
  [Name in SettingName]: (typeof settings)[Name]['fallback'] extends null ? never : Name;
}[SettingName];
/** The parsed values; null for an absent setting without fallback. */
export type Settings = {
  readonly [Name in SettingName]: SettingValue<Name> | (Name extends WithFallback ? never : null);
};

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  /** One line with the variable and its requirement; never the value, which may be a secret. */
  | { readonly ok: false; readonly problem: string };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads all settings. An empty variable counts as not set. */
export function readSettings(env: Environment): SettingsResult {
  const read: Record<string, unknown> = {};
  for (const [name, { schema, fallback, expected }] of Object.entries(settings)) {
    const text = env[name] === undefined || env[name] === '' ? fallback : env[name];
    if (text === null) {
      read[name] = null;
      continue;
    }
    const parsed = schema.safeParse(text);
    if (!parsed.success) return { ok: false, problem: `${name} must be ${expected}.` };
    read[name] = parsed.data;
  }
  // Cast is safe: each setting was parsed by its own schema.
  return { ok: true, settings: read as unknown as Settings };
}

/** The settings as rows, for the table of docs/settings.md. */
export function settingsTable(): readonly { name: string; fallback: string; expected: string; meaning: string }[] {
  return Object.entries(settings).map(([name, { fallback, expected, meaning }]) => ({
    name,
    fallback: fallback ?? '',
    expected,
    meaning,
  }));
}
