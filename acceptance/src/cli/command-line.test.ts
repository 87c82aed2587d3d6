import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import { livePath } from '@dayline/contracts/live';
import { desk } from '@dayline/projector/projections/desk/projection';
import { generateSync } from 'otplib';
import { io } from 'socket.io-client';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { callerAt, partnerAt } from '../testing/http-caller.ts';
import {
  dayline,
  daylineHere,
  daylineOngoing,
  daylineOutput,
  daylineOutputHere,
  daylineUnread,
} from '../testing/processes/command-line.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';

const password = 'Harbour#Lights9';
const newPassword = 'Granite#Steps41';

describe('what can be asked for', () => {
  const dataDir = temporaryData();
  afterAll(() => removeData(dataDir));

  test('--help says how', async () => {
    const { code, output } = await dayline(dataDir, ['audit', 'verify', '--help']);
    expect(code).toBe(0);
    expect(output).toContain('Usage: dayline audit verify');
  });

  test('--version says which build it is', async () => {
    const { code, output } = await dayline(dataDir, ['--version']);
    expect(code).toBe(0);
    expect(output).toMatch(
      new RegExp(`^Dayline \\d+\\.\\d+\\.\\d+ \\(commit [\\w-]+, views desk@${desk.version}, activity@\\d+\\)$`),
    );
  });

  test('it ends quietly where nobody reads on', async () => {
    expect(await daylineUnread(dataDir, ['--help'])).toEqual({ code: 0, error: '' });
  });

  test('an unknown command is 2, with nothing done', async () => {
    expect(await dayline(dataDir, ['nonsense'])).toMatchObject({ code: 2, error: expect.stringContaining('nonsense') });
    expect(await dayline(dataDir, ['client', 'nonsense'])).toMatchObject({ code: 2 });
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

test('what needs a log makes nothing in a folder that has none', async () => {
  const dataDir = temporaryData();
  const lines = ['events tail', 'audit verify', 'audit head', 'views rebuild', 'backup copy'];
  const ran = await Promise.all(lines.map((line) => dayline(dataDir, line.split(' '))));
  const refused = { code: 1, output: '', error: `There is no log in DATA_DIR ${dataDir} yet.` };
  expect(ran).toEqual(lines.map(() => refused));
  expect(readdirSync(dataDir)).toEqual([]);
  removeData(dataDir);
});

test('a list is previewed, imported once that is confirmed, and undone', async () => {
  const dataDir = temporaryData();
  await daylineHere(dataDir, ['client', 'add', 'Harbour Clinic']);
  const file = join(dataDir, 'list.csv');
  writeFileSync(file, 'UHID,Name,Mobile\nH1,MEENA W/O SURESH,9812345678\nH2,Ravi,9.81E+09\n');
  const client = ['--client', 'Harbour Clinic'];
  const preview = await daylineHere(dataDir, ['import', file, ...client]);
  expect(preview.output).toMatch(/Row 3 is refused: Phone: A spreadsheet has rounded.*Nothing imported\.$/s);
  const { output } = await daylineHere(dataDir, ['import', file, ...client, '--yes']);
  const [, importId = ''] = /Import (\w{26}): 1 created, 0 matched, 0 refused\.$/.exec(output) ?? [];
  const out = join(dataDir, 'out.csv');
  expect((await daylineHere(dataDir, ['export', 'patients', '--out', out, ...client])).output).toBe(
    `1 row written to ${out}.`,
  );
  writeFileSync(out, readFileSync(out, 'utf8').replace('9812345678', '9812345679'));
  const changed = await daylineHere(dataDir, ['import', out, ...client]);
  expect(changed.output).toContain(
    '1 row: 0 new, 1 existing (1 with changes), 0 different person on the same phone, 0 need a decision, 0 refused; ',
  );
  const printed = await dayline(dataDir, ['export', 'patients', ...client]);
  expect(printed.output).toContain(`"H1","Meena",`);
  expect((await daylineHere(dataDir, ['export', 'patients', '--out', out, ...client])).error).toContain('already');
  const back = await daylineHere(dataDir, ['import-undo', importId, ...client]);
  expect(back).toMatchObject({ code: 0, output: '1 undone, 0 kept.' });
  removeData(dataDir);
});

describe('without the product, and then next to it', () => {
  const dataDir = temporaryData();
  let product: Product | undefined;
  let clientId: string;
  const client = ['--client', 'Harbour Clinic'];

  const signIn = async (given: string, email = 'head@harbour.example') => {
    if (!product) throw new Error('The product does not run.');
    const answer = await callerAt(product.url, '').call('signIn', {
      email,
      password: given,
      role: 'admin',
      clientId,
    });
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return { status: answer.status, cookie, caller: callerAt(product.url, cookie) };
  };

  beforeAll(async () => {
    clientId = await daylineOutputHere(dataDir, ['client', 'add', 'Harbour Clinic', '--zone', 'Europe/Lisbon']);
    await daylineOutputHere(dataDir, ['department', 'add', 'Cardiology', ...client]);
    await daylineOutputHere(
      dataDir,
      ['account', 'add', 'head@harbour.example', '--name', 'Rui Head', ...client],
      `${password}\n`,
    );
    product = await startProduct(dataDir, { DEMO: 'off' });
  });
  afterAll(async () => {
    await product?.stop();
    removeData(dataDir);
  });

  test.each([
    [
      'a client that is not there',
      ['department', 'add', 'X', '--client', 'Nobody'],
      'There is no client Nobody. Clients: Harbour Clinic.',
    ],
    [
      'a department twice',
      ['department', 'add', 'cardiology', ...client],
      'Harbour Clinic already has a department cardiology.',
    ],
    ['a zone that is none', ['client', 'add', 'Y', '--zone', 'Mars/Base'], /^This time zone does not exist\.$/],
    ['a client twice', ['client', 'add', 'harbour CLINIC'], /^A client named Harbour Clinic already exists: \w{26}\.$/],
    ['a file that is not there', ['import', '/nope.csv', ...client], /^There is no file \/nope\.csv\.$/],
    ['an import that is not there', ['import-undo', 'zzz', ...client], /^Harbour Clinic has no import zzz\.$/],
    [
      'a taken address',
      ['account', 'add', 'HEAD@harbour.example', '--name', 'N', ...client],
      'This email is already in use.',
    ],
    ['no address', ['account', 'add', 'head', '--name', 'N', ...client], 'Please enter a valid email address.'],
    ['a missing option', ['branch', 'add'], "required option '--client <client>' not specified"],
    [
      'a role of its own',
      ['account', 'add', 'a@b.example', '--name', 'N', '--role', 'king', ...client],
      "'king' is invalid",
    ],
    ['a doctor that is not there', ['doctor', 'branch', 'Dr. No', '1'], 'There is no doctor Dr. No.'],
    ['a patient that is not there', ['patient', 'erase', '01J00000000000000000000P09', '--yes'], 'There is no patient'],
    [
      'a phone nobody has',
      ['patient', 'erase', '919999999999', '--yes', ...client],
      'Harbour Clinic has no patient with the phone',
    ],
    [
      'an account that is not there',
      ['account', 'reset', 'who@harbour.example'],
      'There is no account with the address',
    ],
    [
      'a name that steers the terminal',
      ['client', 'add', 'X\u001b[2J'],
      'A client needs a name of at most 120 printable characters',
    ],
    [
      'what steers the terminal',
      ['doctor', 'branch', 'Dr.\u009b2J\u202e', '1'],
      'There is no doctor Dr.\\u009b2J\\u202e.',
    ],
    ['an option that steers the terminal', ['client', 'list', '--x\u001b[2J'], "unknown option '--x\\u001b[2J'"],
    ['a position that is none', ['events', 'tail', '--from', 'yesterday'], 'yesterday is not a position'],
    ['a way back that is not there', ['views', 'rollback'], `There are no views of desk@${desk.version} to go back to`],
  ])('%s is 1, and named', async (_what, line, message) => {
    const { code, error } = await daylineHere(dataDir, line, `${password}\n`);
    expect({ code, error }).toEqual({
      code: 1,
      error: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    });
  });

  test('kinds of fees are printed and set again, and refused once somebody else has changed them', async () => {
    const fees = (...file: string[]) => daylineHere(dataDir, ['client', 'fees', 'Harbour Clinic', ...file]);
    const file = join(dataDir, 'fees.json');
    const before = (await fees()).output;
    expect(JSON.parse(before)).toEqual({ revision: -1, feeRules: null });
    writeFileSync(file, JSON.stringify({ rules: [{ name: 'Children', paise: 10_000, when: { age: { below: 12 } } }] }));
    expect(await fees(file)).toMatchObject({ code: 0, output: 'Fee rules set.' });
    const printed = (await fees()).output;
    writeFileSync(file, printed.replace('10000', '20000'));
    expect(await fees(file)).toMatchObject({ code: 0, output: 'Fee rules set.' });
    expect(await fees(file)).toMatchObject({ code: 0, output: 'Nothing changed.' });
    writeFileSync(file, printed);
    expect(await fees(file)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/ has changed these fees since\.$/),
    });
    writeFileSync(file, before.replace('-1', '1.5'));
    expect(await fees(file)).toMatchObject({ code: 1, error: expect.stringContaining('revision') });
    expect((await fees('none')).output).toBe('Fee rules set.');
  });

  test.each([
    ['short#1', 'Password must be at least 8 characters long.'],
    ['1Harbour#Lights', 'Password must start with a letter.'],
    ['Password#1', 'This password is too common. Please choose another.'],
    ['Harbour#2026', 'This password is too common. Please choose another.'],
    ['', 'A password is required'],
  ])('the password %j is refused', async (given, message) => {
    const line = ['account', 'add', 'other@harbour.example', '--name', 'N', ...client];
    const ran = await daylineHere(dataDir, line, `${given}\n`);
    expect(ran).toMatchObject({ code: 1, error: expect.stringContaining(message) });
  });

  test('the account that it made signs in, and a reset ends its sessions and lets only the new password in', async () => {
    const before = await signIn(password);
    expect(before.status).toBe(200);
    expect((await before.caller.call('validateSession', {})).status).toBe(200);
    await daylineOutput(dataDir, ['account', 'reset', 'head@harbour.example'], `${newPassword}\n`);
    await eventually(
      'the session is over',
      async () => (await before.caller.call('validateSession', {})).status === 401,
    );
    expect((await signIn(password)).status).toBe(401);
    expect((await signIn(newPassword)).status).toBe(200);
    expect((await eventsIn(dataDir)).map(({ type }) => type)).toContain('PasswordChanged');
  });

  test('a second factor is reset in an emergency, with who and why, and the password alone signs in again', async () => {
    const email = 'head@harbour.example';
    const line = ['account', 'reset-second-factor', email, '--by', 'Rui Operator', '--reason', 'The phone was lost'];
    expect(await daylineHere(dataDir, line)).toMatchObject({ code: 1, error: `${email} has no second factor.` });
    const before = await signIn(newPassword);
    const { secret } = (await before.caller.call('beginTotp', {})).reply();
    const confirmed = await before.caller.call('confirmTotp', { code: generateSync({ secret }) });
    expect(confirmed.reply().recoveryCodes).toHaveLength(10);
    expect((await signIn(newPassword)).caller.cookie).toMatch(/^dayline_sign_in=/);
    expect(await daylineOutput(dataDir, line)).toBe(`${email} has no second factor any more; its sessions have ended.`);
    await eventually(
      'the session is over',
      async () => (await before.caller.call('validateSession', {})).status === 401,
    );
    expect((await signIn(newPassword)).caller.cookie).toMatch(/^dayline_session=/);
    const reset = (await eventsIn(dataDir, streams.people(clientId))).map(({ type, data, metadata }) => [
      ...[type, data['name'], data['reason'], metadata.actor.name],
    ]);
    expect(reset).toEqual([['SecondFactorReset', 'Rui Head', 'The phone was lost', 'Rui Operator']]);
  });

  test('a closed account is out at once, with its sockets, until it is reopened with a new password', async () => {
    const email = 'desk@harbour.example';
    const line = ['account', 'add', email, '--name', 'Desk 2', ...client];
    await daylineOutputHere(dataDir, line, `${password}\n`);
    const before = await signIn(password, email);
    expect(before.status).toBe(200);
    const { url } = product ?? { url: '' };
    const extraHeaders = { cookie: before.cookie, origin: new URL(url).origin };
    const socket = io(url, { path: livePath, transports: ['websocket'], extraHeaders });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const left = new Promise((resolve) => socket.once('disconnect', resolve));
    expect(await daylineOutput(dataDir, ['account', 'close', email])).toBe(`${email} closed; its sessions have ended.`);
    await left;
    socket.close();
    await eventually(
      'the session is over',
      async () => (await before.caller.call('validateSession', {})).status === 401,
    );
    expect((await signIn(password, email)).status).toBe(403);
    const reset = await daylineHere(dataDir, ['account', 'reset', email], `${newPassword}\n`);
    expect(reset).toMatchObject({ code: 1, error: expect.stringContaining('is closed') });
    expect(await daylineHere(dataDir, line, `${password}\n`)).toMatchObject({ code: 1 });
    const verified = await daylineHere(dataDir, ['audit', 'verify']);
    expect(verified.output).not.toContain(email);
    await daylineOutput(dataDir, ['account', 'reopen', email], `${newPassword}\n`);
    expect((await signIn(password, email)).status).toBe(401);
    expect((await signIn(newPassword, email)).status).toBe(200);
    const events = await eventsIn(dataDir, streams.people(clientId));
    expect(events.map(({ type, data, metadata }) => [type, data['name'], metadata.channel])).toEqual([
      ['SecondFactorReset', 'Rui Head', 'command line'],
      ['AccountDeactivated', 'Desk 2', 'command line'],
      ['AccountReactivated', 'Desk 2', 'command line'],
    ]);
  });

  test('API keys are listed without their secrets, and revoked by their id or by themselves', async () => {
    const list = () => daylineOutputHere(dataDir, ['keys', 'list', ...client]);
    expect(await list()).toBe('There are no API keys.');
    const { url = '' } = product ?? {};
    const { caller: admin } = await signIn(newPassword);
    const issue = async (name: string) =>
      (await admin.call('issueApiKey', { clientId, name, scopes: ['slots:read'], days: 30 })).reply();
    const [kiosk, ward] = [await issue('Kiosk'), await issue('Ward')];
    const lines = (await list()).split('\n');
    expect(lines).toEqual([
      `${kiosk.apiKeyId}  expires ${kiosk.until.slice(0, 10)}  Kiosk  slots:read`,
      `${ward.apiKeyId}  expires ${ward.until.slice(0, 10)}  Ward  slots:read`,
    ]);
    const call = (apiKey: string) => partnerAt(url, apiKey).call('listPartnerSlots', {});
    expect((await call(kiosk.apiKey)).status).toBe(200);
    expect(await daylineOutputHere(dataDir, ['keys', 'revoke', kiosk.apiKeyId, '--by', 'Rui Head'])).toBe(
      'Kiosk is revoked.',
    );
    expect(await daylineOutputHere(dataDir, ['keys', 'revoke', ward.apiKey])).toBe('Ward is revoked.');
    for (const { apiKey } of [kiosk, ward]) expect((await call(apiKey)).status).toBe(401);
    expect(await list()).toMatch(/ {2}revoked \d{4}-\d\d-\d\d {2}Kiosk {2}slots:read/);
    expect(await daylineHere(dataDir, ['keys', 'revoke', kiosk.apiKeyId])).toMatchObject({ code: 1 });
    expect(await daylineHere(dataDir, ['keys', 'revoke', 'nothing'])).toMatchObject({ code: 1 });
  });

  test('the running product shows what another process appends, and continues to append', async () => {
    const { caller } = await signIn(newPassword);
    await daylineOutput(dataDir, ['department', 'add', 'Dermatology', ...client]);
    const names = async () => (await caller.call('listDepartmentsWithDoctors', { clientId })).reply();
    await eventually('both departments', async () => (await names()).length === 2);
    const { url } = product ?? { url: '' };
    const lines = ['A', 'B', 'C', 'D'].map((name) => daylineOutput(dataDir, ['department', 'add', name, ...client]));
    const wrong = Array.from({ length: 5 }, () => signIn('Wrong#Password1'));
    await Promise.all([...lines, ...wrong]);
    expect(url).not.toBe('');
    await eventually('six departments', async () => (await names()).length === 6);
    const events = await eventsIn(dataDir);
    expect(events.map(({ position }) => Number(position))).toEqual(events.map((_, index) => index + 1));
  });

  test('messages of the contact form are read without steering the terminal, and removed', async () => {
    expect(await daylineOutputHere(dataDir, ['messages', 'list'])).toBe('There are no messages.');
    const message = {
      name: 'Ravi Kumar',
      email: 'ravi@mail.example',
      message: 'Hello,\nis it open?',
    };
    const { call } = callerAt(product?.url ?? '', '');
    expect((await call('sendContactMessage', message)).status).toBe(200);
    for (const fields of [{ name: 'Ravi\u001b[2J Kumar' }, { message: 'Hello\u001b]0;x' }]) {
      expect((await call('sendContactMessage', { ...message, ...fields })).status).toBe(400);
    }
    const [head = '', ...words] = (await daylineOutputHere(dataDir, ['messages', 'list'])).split('\n');
    expect(head).toMatch(/^\S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}Ravi Kumar <ravi@mail\.example>$/);
    expect(words).toEqual(['    Hello,', '    is it open?']);

    const [id = ''] = head.split(' ');
    const before = (date: string) => daylineOutputHere(dataDir, ['messages', 'remove', '--before', date]);
    expect(await before(`${new Date().toISOString().slice(0, 4)}-01-01`)).toBe('0 messages deleted.');
    expect((await daylineHere(dataDir, ['messages', 'remove'])).code).toBe(1);
    expect(await daylineOutputHere(dataDir, ['messages', 'remove', id])).toBe(`Message ${id} deleted.`);
    expect(await daylineOutputHere(dataDir, ['messages', 'list'])).toBe('There are no messages.');
    expect(await daylineHere(dataDir, ['messages', 'remove', id])).toMatchObject({
      code: 1,
      error: expect.stringContaining(id),
    });
    expect((await call('sendContactMessage', message)).status).toBe(200);
    const listed = (date: string) => daylineOutputHere(dataDir, ['messages', 'list', '--before', date]);
    expect(await listed(`${new Date().getUTCFullYear()}-01-01`)).toBe('There are no messages.');
    expect(await listed('2999-01-01')).toContain('Ravi Kumar');
    expect(await before('2999-01-01')).toBe('1 message deleted.');
    expect(await daylineOutputHere(dataDir, ['messages', 'list'])).toBe('There are no messages.');
  });

  test('branches count up, and events are printed as they come', async () => {
    const tail = daylineOngoing(dataDir, ['events', 'tail', '--from', 'start', '--type', 'BranchAdded', '--json']);
    expect(await daylineOutputHere(dataDir, ['branch', 'add', 'East wing', ...client])).toBe('1');
    expect(await daylineOutputHere(dataDir, ['branch', 'add', ...client])).toBe('2');
    await eventually('both changes', async () => tail.output().trim().split('\n').length === 2);
    const entries = tail
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const branch = { type: 'BranchAdded', stream: `client-${clientId}` };
    expect(entries).toMatchObject([
      { ...branch, data: { id: 1, name: 'East wing' } },
      { ...branch, data: { id: 2, name: null } },
    ]);
    expect(await tail.end()).toBe(0);
  });

  test('settings that are changed at once from several command lines are all kept', async () => {
    const outputs = await Promise.all([
      daylineOutput(dataDir, ['branch', 'add', 'North', ...client]),
      daylineOutput(dataDir, ['client', 'change', 'Harbour Clinic', '--zone', 'Europe/Madrid']),
      daylineOutput(dataDir, ['branch', 'add', 'South', ...client]),
    ]);
    expect([outputs[0], outputs[2]].sort()).toEqual(['3', '4']);
    const events = await eventsIn(dataDir, `client-${clientId}`);
    const branches = events.filter(({ type }) => type === 'BranchAdded').map(({ data }) => data);
    expect(branches.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(branches.slice(2).map(({ name }) => name)).toEqual(
      outputs[0] === '3' ? ['North', 'South'] : ['South', 'North'],
    );
    expect(await daylineOutputHere(dataDir, ['client', 'list'])).toContain('(Europe/Madrid)');
    expect(await daylineOutputHere(dataDir, ['client', 'change', 'Harbour Clinic', '--zone', 'Europe/Madrid'])).toBe(
      'Nothing changed.',
    );
    expect(await daylineHere(dataDir, ['client', 'change', 'Harbour Clinic', '--zone', 'Mars/Olympus'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('This time zone does not exist.'),
    });
    const email = ['client', 'change', 'Harbour Clinic', '--email-for-bookings'];
    expect(await daylineOutputHere(dataDir, [...email, 'optional'])).toBe('Nothing changed.');
    expect(await daylineOutputHere(dataDir, [...email, 'needed'])).toBe('Client changed.');
    expect(await daylineHere(dataDir, [...email, 'perhaps'])).toMatchObject({
      error: expect.stringContaining('needed, optional'),
    });
  });

  test('of two departments of one name that are added at once, there is one', async () => {
    const ran = await Promise.all(
      ['Urology', 'urology'].map((name) => dayline(dataDir, ['department', 'add', name, ...client])),
    );
    expect(ran.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(ran.find(({ code }) => code === 1)?.error).toMatch(/^Harbour Clinic already has a department urology/i);
    const opened = (await eventsIn(dataDir)).filter(({ type }) => type === 'DepartmentOpened');
    expect(opened.filter(({ data }) => String(data['name']).toLowerCase() === 'urology')).toHaveLength(1);
  });

  test('the views of a stopped product are rebuilt, compared and swapped', async () => {
    await product?.stop();
    product = undefined;
    // No projector has folded the events appended from here on: the old views are behind the log's head.
    await daylineOutputHere(dataDir, ['department', 'add', 'Neurology', ...client]);
    const output = await daylineOutput(dataDir, ['views', 'rebuild', '--resume']);
    expect(output).toMatch(/^Compared \d+ rows: no differences\.$/m);
    expect(output).toContain('rebuilt and in use');
    product = await startProduct(dataDir, { DEMO: 'off' });
    const { caller } = await signIn(newPassword);
    expect((await caller.call('listDepartmentsWithDoctors', { clientId })).reply()).toHaveLength(8);
  });
});
