import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { FolderNotPrivate, makePrivate } from '../data-folder/private-folder.ts';
import { type Environment, readSettings, type Settings } from './settings.ts';
import { hasCheckedTls } from './store-tls.ts';
import { type WhatsAppSettings, whatsAppOf } from './whatsapp.ts';

/** All settings, read once at start. Hours and days as configured; other units are in the names. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Absolute; exists and is writable. */
  readonly dataDir: string;
  readonly demo: boolean;
  /** Null means SQLite in `dataDir`. */
  readonly eventStoreUrl: string | null;
  readonly viewStoreUrl: string | null;
  readonly acceptMissingVault: boolean;
  /** 32 bytes. */
  readonly masterKey: Buffer;
  readonly sessionSecret: string;
  /** The file of the secrets, if this start made it. */
  readonly newSecrets: string | null;
  readonly bookingHorizonDays: number;
  readonly undoWindowSeconds: number;
  readonly sessionIdleHours: number;
  readonly sessionMaxDays: number;
  readonly proofMinutes: number;
  /** An origin without a path, or null if not set. */
  readonly publicUrl: string | null;
  readonly cookieSecure: boolean;
  readonly allowedOrigins: readonly string[];
  readonly trustProxy: number;
  readonly publicCallsPerMinute: number;
  /** Absolute; null means no files. */
  readonly auditHeadDir: string | null;
  /** Null means no email. */
  readonly auditHeadMail: string | null;
  readonly auditHeadMinutes: number;
  /** Null: `/metrics` answers local requests only. */
  readonly metricsToken: string | null;
  readonly minFreeDiskMb: number;
  readonly readyLagSeconds: number;
  readonly signedInCallsPerMinute: number;
  readonly attemptsFactor: number;
  /** Null means the folder `outbox` in `dataDir`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** At most this many emails a second, to patients and to others each. */
  readonly mailPerSecond: number;
  readonly operatorEmail: string;
  /** Hosts of sign-in providers that may be private or without TLS, in lower case. */
  readonly singleSignOnPrivateHosts: readonly string[];
  /** Null: there is no chatbot. */
  readonly whatsApp: WhatsAppSettings | null;
  readonly webhookPrivateHosts: readonly string[];
  /** Null: there is no `/.well-known/security.txt`. */
  readonly securityContact: string | null;
  readonly apiDocs: boolean;
  readonly logLevel: Settings['LOG_LEVEL'];
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** One line to print before exiting with code 1. */
  | { readonly ok: false; readonly problem: string };

const problem = (line: string): ConfigResult => ({ ok: false, problem: line });

/**
 * Reads the settings; creates the private data folder, and in it missing secrets (never in production). Errors are
 * returned as one line that names the setting.
 */
export function readConfig(env: Environment): ConfigResult {
  const read = readSettings(env);
  if (!read.ok) return read;
  const { settings } = read;
  const production = settings.NODE_ENV === 'production';
  if (production && settings.DEMO === true) return problem('DEMO must be off in production: its passwords are public.');
  if (production && settings.PUBLIC_URL === null) {
    return problem(
      'PUBLIC_URL must be set in production: the address that people open, such as https://dayline.example.',
    );
  }

  if (production && settings.PUBLIC_URL?.startsWith('http:') && !isLoopback(settings.PUBLIC_URL)) {
    return problem(
      'PUBLIC_URL must be https in production, or of this machine alone, such as http://localhost:3000: passwords would be readable on the way.',
    );
  }

  const unsafe = production && !settings.STORES_WITHOUT_TLS ? storeWithoutTls(settings) : null;
  if (unsafe) {
    return problem(
      `${unsafe} must use TLS and check the certificate in production, or STORES_WITHOUT_TLS=on say that the network is private.`,
    );
  }

  const whatsApp = whatsAppOf(settings);
  if (whatsApp !== null && 'missing' in whatsApp) {
    return problem(`${whatsApp.missing} must be set where WHATSAPP_PHONE_NUMBER_ID is.`);
  }

  const dataDir = resolve(settings.DATA_DIR);
  try {
    makePrivate(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof FolderNotPrivate) {
      return problem(`DATA_DIR must be a folder for Dayline's user alone: ${error.message}.`);
    }
    return problem(`DATA_DIR must be a folder that can be written: ${dataDir} (${codeOf(error)}).`);
  }

  const secrets = provideSecrets(settings, dataDir, production);
  if ('missing' in secrets) return problem(secrets.missing);
  return {
    ok: true,
    config: {
      production,
      port: settings.PORT,
      host: settings.HOST,
      dataDir,
      demo: settings.DEMO ?? !production,
      eventStoreUrl: settings.EVENT_STORE_URL === 'sqlite' ? null : settings.EVENT_STORE_URL,
      viewStoreUrl: settings.VIEW_STORE_URL === 'sqlite' ? null : settings.VIEW_STORE_URL,
      acceptMissingVault: settings.ACCEPT_MISSING_VAULT,
      ...secrets,
      bookingHorizonDays: settings.BOOKING_HORIZON_DAYS,
      undoWindowSeconds: settings.UNDO_WINDOW_SECONDS,
      sessionIdleHours: settings.SESSION_IDLE_HOURS,
      auditHeadDir: settings.AUDIT_HEAD_DIR === null ? null : resolve(settings.AUDIT_HEAD_DIR),
      auditHeadMail: settings.AUDIT_HEAD_MAIL,
      auditHeadMinutes: settings.AUDIT_HEAD_MINUTES,
      metricsToken: settings.METRICS_TOKEN,
      minFreeDiskMb: settings.MIN_FREE_DISK_MB,
      readyLagSeconds: settings.READY_LAG_SECONDS,
      sessionMaxDays: settings.SESSION_MAX_DAYS,
      proofMinutes: settings.PROOF_MINUTES,
      publicUrl: settings.PUBLIC_URL,
      cookieSecure: settings.COOKIE_SECURE ?? settings.PUBLIC_URL?.startsWith('https://') ?? false,
      allowedOrigins: settings.ALLOWED_ORIGINS,
      trustProxy: settings.TRUST_PROXY,
      publicCallsPerMinute: settings.PUBLIC_CALLS_PER_MINUTE,
      signedInCallsPerMinute: settings.SIGNED_IN_CALLS_PER_MINUTE,
      attemptsFactor: settings.ATTEMPTS_FACTOR,
      smtpUrl: settings.SMTP_URL,
      mailFrom: settings.MAIL_FROM,
      mailPerSecond: settings.MAIL_PER_SECOND,
      operatorEmail: settings.OPERATOR_EMAIL,
      singleSignOnPrivateHosts: settings.SINGLE_SIGN_ON_PRIVATE_HOSTS,
      whatsApp,
      // In development a receiver may be on this machine.
      webhookPrivateHosts: [
        ...settings.WEBHOOK_PRIVATE_HOSTS,
        ...(production ? [] : ['localhost', '127.0.0.1', '::1']),
      ],
      securityContact: settings.SECURITY_CONTACT,
      apiDocs: settings.API_DOCS,
      logLevel: settings.LOG_LEVEL,
    },
  };
}

const isLoopback = (origin: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

const storeWithoutTls = (settings: Settings) =>
  (['EVENT_STORE_URL', 'VIEW_STORE_URL'] as const).find(
    (name) => settings[name] !== 'sqlite' && !hasCheckedTls(settings[name]),
  );

interface Secrets {
  readonly masterKey: Buffer;
  readonly sessionSecret: string;
  readonly newSecrets: string | null;
}

const secretsSchema = z.object({ MASTER_KEY: z.string().optional(), SESSION_SECRET: z.string() });

/**
 * Given secrets take precedence; missing ones are read from `secrets.json` in the data folder, created if necessary. No
 * new key is created if a vault or a log exists: it couldn't open that vault, and a new vault for a log is created on
 * explicit request only.
 */
function provideSecrets(settings: Settings, dataDir: string, production: boolean): Secrets | { missing: string } {
  const { MASTER_KEY: masterKey, SESSION_SECRET: sessionSecret } = settings;
  if (masterKey !== null && sessionSecret !== null) return { masterKey, sessionSecret, newSecrets: null };
  if (production) {
    return masterKey === null
      ? { missing: 'MASTER_KEY must be set in production: 32 random bytes in base64 or hex.' }
      : { missing: 'SESSION_SECRET must be set in production: at least 32 random characters.' };
  }
  const path = join(dataDir, 'secrets.json');
  try {
    // Data is looked for first: a process that creates both at the same time writes the secrets before the data.
    const data = ['vault.db', 'events.db'].find((name) => existsSync(join(dataDir, name)));
    const found = readKept(path);
    const lacksKey = masterKey === null && !found?.MASTER_KEY;
    if (lacksKey && data && !settings.ACCEPT_MISSING_VAULT) {
      return {
        missing: `MASTER_KEY is missing: ${dataDir} has ${data}, but no secrets.json with the key. Restore secrets.json from the same backup, or set MASTER_KEY.`,
      };
    }
    const file = found ?? makeSecrets(path, masterKey === null);
    const again = readSettings(file);
    if (!again.ok) return { missing: `${path} is damaged: ${again.problem}` };
    const fromFile = { masterKey: again.settings.MASTER_KEY, sessionSecret: again.settings.SESSION_SECRET };
    const secrets = {
      masterKey: masterKey ?? fromFile.masterKey,
      sessionSecret: sessionSecret ?? fromFile.sessionSecret,
    };
    if (secrets.masterKey === null || secrets.sessionSecret === null) return { missing: `${path} is damaged.` };
    const newSecrets = found ? null : path;
    return { masterKey: secrets.masterKey, sessionSecret: secrets.sessionSecret, newSecrets };
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') return { missing: `The disk of DATA_DIR ${dataDir} is full.` };
    return { missing: `DATA_DIR has a secrets.json that can't be used: ${path} (${codeOf(error)}).` };
  }
}

function readKept(path: string): z.infer<typeof secretsSchema> | null {
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** @param withKey false if the key is given elsewhere: it doesn't belong in the file */
function makeSecrets(path: string, withKey: boolean): z.infer<typeof secretsSchema> {
  const secrets = {
    ...(withKey && { MASTER_KEY: randomBytes(32).toString('base64') }),
    SESSION_SECRET: randomBytes(32).toString('base64url'),
  };
  // Written to a temporary file and linked: of concurrently starting processes, one creates the complete file and all
  // use it.
  const temporary = `${path}.${process.pid}.part`;
  writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(temporary, path);
    return secrets;
  } catch (error) {
    const existing = codeOf(error) === 'EEXIST' ? readKept(path) : null;
    if (existing === null) throw error;
    return existing;
  } finally {
    rmSync(temporary);
  }
}

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error ? String(error.name) : 'unknown';
};
