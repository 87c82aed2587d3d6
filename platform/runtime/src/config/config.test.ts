import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigResult, readConfig } from './config.ts';
import { settings, settingsTable } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string> = {}): ConfigResult => readConfig({ DATA_DIR: folder, ...env });
function configOf(result: ConfigResult) {
  if (!result.ok) throw new Error(result.problem);
  return result.config;
}
const problemOf = (result: ConfigResult): string => (result.ok ? '' : result.problem);
const masterKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64');
const sessionSecret = 'k3J8sX0-pQ4nV7wL2bT9yZ6cR1dF5gHm';

test('nothing set is enough: SQLite, port 3000, this machine only, demo data', () => {
  expect(configOf(read())).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    dataDir: folder,
    demo: true,
    eventStoreUrl: null,
    viewStoreUrl: null,
    bookingHorizonDays: 60,
    undoWindowSeconds: 15,
    sessionIdleHours: 12,
    sessionMaxDays: 7,
    proofMinutes: 15,
    publicUrl: null,
    cookieSecure: false,
    allowedOrigins: [],
    trustProxy: 0,
    logLevel: 'info',
  });
});

test('secrets that are not given are made once, for the owner alone, and kept', () => {
  const first = configOf(read());
  const path = join(folder, 'secrets.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(first.masterKey).toHaveLength(32);
  chmodSync(path, 0o644);
  const second = configOf(read());
  expect(first.newSecrets).toBe(path);
  expect(second).toEqual({ ...first, newSecrets: null });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('given secrets win, and nothing is written for them', () => {
  const config = configOf(read({ MASTER_KEY: masterKey, SESSION_SECRET: sessionSecret }));
  expect(config.masterKey.toString('base64')).toBe(masterKey);
  expect(config.sessionSecret).toBe(sessionSecret);
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
  const inHex = configOf(read({ MASTER_KEY: config.masterKey.toString('hex'), SESSION_SECRET: sessionSecret }));
  expect(inHex.masterKey.equals(config.masterKey)).toBe(true);
});

test.each(['vault.db', 'events.db'])('no new key is made beside %s, which it would not open', (name) => {
  writeFileSync(join(folder, name), '');
  expect(problemOf(read())).toMatch(new RegExp(`^MASTER_KEY is missing: .* has ${name}, but no secrets.json`));
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
  expect(configOf(read({ MASTER_KEY: masterKey })).masterKey.toString('base64')).toBe(masterKey);
  // The created file holds no other key, which would make a later start fail.
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toEqual({
    SESSION_SECRET: expect.any(String),
  });
  expect(problemOf(read())).toMatch(/^MASTER_KEY is missing/);
  rmSync(join(folder, 'secrets.json'));
  expect(configOf(read({ ACCEPT_MISSING_VAULT: 'on' })).masterKey).toHaveLength(32);
});

test('a damaged secrets.json is named and left as it is', () => {
  const path = join(folder, 'secrets.json');
  for (const text of ['{', '{}', '{"MASTER_KEY":"short","SESSION_SECRET":"short"}']) {
    writeFileSync(path, text);
    expect(problemOf(read())).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});

describe('in production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://dayline.example' };

  test('each secret must be given, and a placeholder is none', () => {
    expect(problemOf(read(production))).toMatch(/^MASTER_KEY must be set in production/);
    expect(problemOf(read({ ...production, MASTER_KEY: masterKey }))).toMatch(
      /^SESSION_SECRET must be set in production/,
    );
    const zeros = Buffer.alloc(32).toString('base64');
    expect(problemOf(read({ ...production, MASTER_KEY: zeros, SESSION_SECRET: sessionSecret }))).toMatch(
      /^MASTER_KEY must be/,
    );
    const repeated = 'secret'.repeat(8);
    expect(problemOf(read({ ...production, MASTER_KEY: masterKey, SESSION_SECRET: repeated }))).toMatch(
      /^SESSION_SECRET must be/,
    );
    expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
  });

  test('demo data is off, and asking for it stops the start', () => {
    const secrets = { ...production, MASTER_KEY: masterKey, SESSION_SECRET: sessionSecret };
    expect(configOf(read(secrets))).toMatchObject({ production: true, demo: false });
    expect(problemOf(read({ ...secrets, DEMO: 'on' }))).toMatch(/^DEMO must be off in production/);
  });
});

test('production needs the address that people open: what Host says is not believed there', () => {
  const production = { NODE_ENV: 'production', MASTER_KEY: masterKey, SESSION_SECRET: sessionSecret };
  expect(problemOf(read(production))).toMatch(/^PUBLIC_URL must be set in production/);
  expect(problemOf(read({ ...production, PUBLIC_URL: '' }))).toMatch(/^PUBLIC_URL must be set in production/);
  expect(configOf(read({ ...production, PUBLIC_URL: 'http://localhost:8080' })).publicUrl).toBe(
    'http://localhost:8080',
  );
  for (const open of ['http://dayline.example', 'http://10.0.0.5:3000', 'http://localhost.example']) {
    expect(problemOf(read({ ...production, PUBLIC_URL: open }))).toMatch(/^PUBLIC_URL must be https in production/);
  }
  expect(configOf(read({ PUBLIC_URL: 'http://dayline.example' })).publicUrl).toBe('http://dayline.example');
});

test.each([
  ['EVENT_STORE_URL', 'esdb://log.example:2113?tls=false', 'esdb://log.example:2113'],
  ['VIEW_STORE_URL', 'mongodb://views.example/dayline', 'mongodb://views.example/dayline?tls=true'],
])('production needs TLS in %s, unless the network is declared private', (name, plain, safe) => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://dayline.example',
    MASTER_KEY: masterKey,
    SESSION_SECRET: sessionSecret,
  };
  const problem = problemOf(read({ ...production, [name]: plain }));
  expect(problem).toMatch(new RegExp(`^${name} must use TLS`));
  expect(problem).toContain('STORES_WITHOUT_TLS=on');
  expect(problem).not.toContain('.example');
  for (const env of [
    { ...production, [name]: safe },
    { ...production, [name]: plain, STORES_WITHOUT_TLS: 'on' },
    { [name]: plain },
  ]) {
    expect(read(env).ok).toBe(true);
  }
});

describe('a wrong setting gives one line that names it and what is expected', () => {
  test.each([
    ['PORT', '70000'],
    ['PORT', '3000a'],
    ['DEMO', 'yes'],
    ['EVENT_STORE_URL', 'postgres://x'],
    ['VIEW_STORE_URL', 'mongo://x'],
    ['MASTER_KEY', 'c2hvcnQ='],
    ['SESSION_SECRET', 'hunter2'],
    ['BOOKING_HORIZON_DAYS', '0'],
    ['UNDO_WINDOW_SECONDS', '-1'],
    ['SESSION_IDLE_HOURS', '1.5'],
    ['SESSION_MAX_DAYS', '1000'],
    ['PUBLIC_URL', 'ftp://x'],
    ['COOKIE_SECURE', 'true'],
    ['ALLOWED_ORIGINS', 'https://a.example,nonsense'],
    ['TRUST_PROXY', 'on'],
    ['PUBLIC_CALLS_PER_MINUTE', '0'],
    ['METRICS_TOKEN', 'tooShort'],
    ['MIN_FREE_DISK_MB', 'half'],
    ['READY_LAG_SECONDS', '0'],
    ['SIGNED_IN_CALLS_PER_MINUTE', '1'],
    ['ATTEMPTS_FACTOR', '0'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'Dayline\nBcc: x@y.example <a@b.example>'],
    ['OPERATOR_EMAIL', 'nobody'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
  ])('%s=%s', (name, value) => {
    const problem = problemOf(read({ [name]: value }));
    expect(problem.startsWith(`${name} must be `)).toBe(true);
    expect(problem).not.toContain('\n');
    // A wrong value may be a misplaced secret.
    if (value.length > 5) expect(problem).not.toContain(value);
  });

  test('DATA_DIR that can not be a folder', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(problemOf(read({ DATA_DIR: join(file, 'data') }))).toMatch(
      /^DATA_DIR must be a folder that can be written: .*ENOTDIR/,
    );
  });
});

test('an empty variable is an absent one', () => {
  expect(configOf(read({ PORT: '', DEMO: '' }))).toMatchObject({ port: 3000, demo: true });
});

test('an https address makes cookies secure, unless configured otherwise', () => {
  const config = configOf(
    read({ PUBLIC_URL: 'https://dayline.example/app/', ALLOWED_ORIGINS: 'https://a.example, http://b.example:81' }),
  );
  expect(config).toMatchObject({
    publicUrl: 'https://dayline.example',
    cookieSecure: true,
    allowedOrigins: ['https://a.example', 'http://b.example:81'],
  });
  expect(configOf(read({ PUBLIC_URL: 'https://dayline.example', COOKIE_SECURE: 'off' })).cookieSecure).toBe(false);
});

test('the table has a row for each setting', () => {
  expect(settingsTable().map(({ name }) => name)).toEqual(Object.keys(settings));
  expect(settingsTable()).toContainEqual({
    name: 'PORT',
    fallback: '3000',
    expected: 'a port from 0 (any free one) to 65535',
    meaning: 'where the product listens',
  });
});
