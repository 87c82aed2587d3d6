import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMail } from '@dayline/runtime/mail/open';
import { type ClinicDoor, eventually, hour, minute, openClinicDoor } from './clinic-door.ts';
import { linkIn, readMail, startMailServer } from './mail-server.ts';

const doors: ClinicDoor[] = [];
const open = async (env: Readonly<Record<string, string>> = {}): Promise<ClinicDoor> => {
  const door = await openClinicDoor(env);
  doors.push(door);
  return door;
};
afterEach(async () => {
  for (const door of doors.splice(0)) await door.close();
});
const failures = (door: ClinicDoor) => door.lines.filter((line) => line.includes('could not be sent'));

/** A port without a listener; a mail server starts on it later. */
async function freePort(): Promise<number> {
  const server = await startMailServer();
  await server.close();
  return server.port;
}

test('a mail waits for a mail server that is down, is tried again ever later, and is sent once', async () => {
  const port = await freePort();
  const door = await open({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await door.addAdmin('desk@sunrise.example');
  const answer = await door.call('requestPasswordReset', { email: 'desk@sunrise.example' });
  expect(answer.status).toBe(200);
  await eventually(() => failures(door).length === 1);
  door.clock.pass(5_000);
  await eventually(() => failures(door).length === 2);
  // The second wait is longer than the first: a later email has been tried, and this one not again.
  door.clock.pass(9_000);
  await door.addAdmin('desk2@sunrise.example');
  await door.call('requestPasswordReset', { email: 'desk2@sunrise.example' });
  const others = await eventually(() => {
    const jobs = failures(door).map((line) => JSON.parse(line).job);
    return jobs.filter((job) => job !== jobs[0])[0] && jobs;
  });
  expect(others).toEqual([others[0], others[0], expect.not.stringMatching(others[0])]);

  const server = await startMailServer(port);
  door.clock.pass(1_000);
  const mail = await eventually(() => server.mails[0]);
  const { token, pocId } = linkIn(mail, 'reset-password');
  expect((await door.call('resetPassword', { token, pocId, newPassword: 'Copper-lantern-73' })).status).toBe(200);
  await door.restart();
  // The notice of the new password is emailed too.
  const resets = server.mails.filter(({ readable }) => readable.includes('/reset-password/'));
  expect(resets.filter(({ to }) => to.includes('desk@sunrise.example'))).toHaveLength(1);
  // The log shows the outcome by the id of the request; no log has the recipient.
  const entries = door.lines.map((line) => JSON.parse(line)).filter(({ job }) => job === others[0]);
  expect(new Set(entries.map(({ requestId }) => requestId))).toEqual(new Set([answer.headers['x-request-id']]));
  expect(entries.map(({ msg }) => msg)).toEqual([
    'a letter could not be sent; it is tried again',
    'a letter could not be sent; it is tried again',
    'a letter was sent',
  ]);
  expect(door.lines.join('')).not.toContain('desk@sunrise');
  expect(door.lines.join('')).not.toContain(token);
  await server.close();
});

test('a mail that no server has taken for three days is given up, loudly', async () => {
  const door = await open({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  await door.addAdmin('desk@sunrise.example');
  await door.call('requestPasswordReset', { email: 'desk@sunrise.example' });
  await eventually(() => failures(door).length === 1);
  door.clock.pass(3 * 24 * hour - minute);
  await eventually(() => failures(door).length === 2);
  door.clock.pass(hour);
  const line = await eventually(() => door.lines.find((line) => line.includes('was given up')));
  expect(JSON.parse(line)).toMatchObject({ kind: 'reset', tries: 3 });
  expect(line).not.toContain('desk@sunrise');
  await door.restart();
  expect(failures(door)).toHaveLength(2);
});

test('a mail that could not be sent before a restart is sent after it', async () => {
  const port = await freePort();
  const door = await open({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await door.addDoctor('doctor@sunrise.example');
  await door.call('verifyPocEmail', { clientId: door.clientId, email: 'doctor@sunrise.example' });
  await eventually(() => failures(door).length > 0);
  await door.restart();
  const server = await startMailServer(port);
  door.clock.pass(hour);
  const { token, pocId } = linkIn(await eventually(() => server.mails[0]), 'verify-email');
  expect((await door.call('verifyEmail', { token, pocId })).status).toBe(200);
  await server.close();
});

test('stopping sends what was just asked for', async () => {
  const server = await startMailServer();
  const door = await open({ SMTP_URL: server.url });
  await door.addAdmin('desk@sunrise.example');
  await door.call('requestPasswordReset', { email: 'desk@sunrise.example' });
  await door.restart();
  expect(server.mails).toHaveLength(1);
  await server.close();
});

describe('without a mail server', () => {
  const outboxOf = (door: ClinicDoor): string[] => {
    try {
      return readdirSync(join(door.folder, 'outbox')).filter((name) => name.endsWith('.eml'));
    } catch {
      return [];
    }
  };
  const firstMail = async (door: ClinicDoor) => {
    const [name = ''] = await eventually(() => (outboxOf(door).length > 0 ? outboxOf(door) : null));
    return { name, ...readMail(readFileSync(join(door.folder, 'outbox', name), 'utf8')) };
  };

  test('mail lands in the outbox folder as .eml, and the log says the link', async () => {
    const door = await open();
    await door.addAdmin('desk@sunrise.example');
    await door.call('requestPasswordReset', { email: 'desk@sunrise.example' }, { host: 'evil.example' });
    const mail = await firstMail(door);
    expect(mail.headers).toEqual(
      expect.arrayContaining([
        'From: Dayline <no-reply@localhost>',
        'To: desk@sunrise.example',
        'Subject: Reset your Dayline password',
      ]),
    );
    expect(mail.readable).toContain('text/plain');
    expect(mail.readable).toContain('text/html');
    // Never from the Host header.
    const { origin, token, pocId } = linkIn(mail, 'reset-password');
    expect(origin).toBe(`http://localhost:${door.port}`);
    expect(mail.raw).not.toContain('evil.example');
    expect(statSync(join(door.folder, 'outbox', mail.name)).mode & 0o077).toBe(0);
    await eventually(() => door.lines.some((line) => line.includes(`/reset-password/${token}/${pocId}`)));
  });

  test('a folder that can not be written is tried again like a server that is down', async () => {
    const door = await open();
    await door.addAdmin('desk@sunrise.example');
    writeFileSync(join(door.folder, 'outbox'), 'in the way');
    await door.call('requestPasswordReset', { email: 'desk@sunrise.example' });
    await eventually(() => failures(door).length > 0);
    rmSync(join(door.folder, 'outbox'));
    mkdirSync(join(door.folder, 'outbox'));
    door.clock.pass(minute);
    await firstMail(door);
  });
});

describe('a message of the contact form', () => {
  const message = {
    name: 'Ravi <b>Kumar</b> Bcc: victim@mail.example',
    email: 'ravi@mail.example',
    message: 'Hello,\n<img src=x onerror="alert(1)"> & thanks',
  };

  test('is mailed to the operator, its words escaped in HTML, and no line of it becomes a header', async () => {
    const server = await startMailServer();
    const door = await open({ SMTP_URL: server.url, OPERATOR_EMAIL: 'desk@dayline.example' });
    // Pasted line breaks become spaces.
    const name = message.name.replace(' Bcc:', '\r\nBcc:');
    const sent = await door.call('sendContactMessage', { ...message, name });
    expect(sent).toMatchObject({ status: 200, body: { success: true, message: 'Message sent successfully!' } });
    const mail = await eventually(() => server.mails[0]);
    expect(mail.to).toEqual(['desk@dayline.example']);
    expect(mail.headers.filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual(['To: desk@dayline.example']);
    expect(mail.headers.find((line) => line.startsWith('Reply-To:'))).toContain('<ravi@mail.example>');
    const html = mail.readable.slice(mail.readable.indexOf('<!doctype html>'));
    expect(html).toContain('Ravi &lt;b&gt;Kumar&lt;/b&gt;');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; thanks');
    expect(html).not.toContain('<img');
    expect(mail.readable).toContain('<img src=x onerror="alert(1)"> & thanks');
    await server.close();
  });

  test('is kept after it was mailed, sealed in the file', async () => {
    const server = await startMailServer();
    const door = await open({ SMTP_URL: server.url });
    await door.call('sendContactMessage', message);
    await eventually(() => server.mails[0]);
    await door.restart();
    const [kept] = await door.vault.outbox.kept(10);
    expect(JSON.parse(kept?.payload ?? '')).toMatchObject({ name: message.name.trim(), email: message.email });
    const files = readdirSync(door.folder).filter((name) => name.startsWith('vault.db'));
    for (const file of files) expect(readFileSync(join(door.folder, file)).includes('onerror')).toBe(false);
    expect(server.mails).toHaveLength(1);
    await server.close();
  });

  describe('is refused', () => {
    let door: ClinicDoor;
    beforeAll(async () => {
      door = await openClinicDoor();
    });
    afterAll(() => door.close());

    test.each([
      ['name', 'Ravi\u0000Kumar'],
      ['email', 'a@b.example,victim@mail.example'],
      ['email', 'a@b.example>\r\nBcc: victim@mail.example'],
      ['email', '"<x@y.example>"@z.example'],
    ])('with a %s such as %j, which could become a header', async (field, value) => {
      const answer = await door.call('sendContactMessage', { ...message, [field]: value });
      expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
      expect(answer.body.details.fields[0].field).toBe(field);
    });

    test.each(['name', 'email', 'message'])('without a %s', async (field) => {
      const answer = await door.call('sendContactMessage', { ...message, name: 'Ravi', [field]: ' ' });
      expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
      expect(answer.body.details.fields[0].field).toBe(field);
    });
  });
});

test('emails one after another share a connection, or take another once the server closes it', async () => {
  const server = await startMailServer();
  const from = { smtpUrl: server.url, mailFrom: 'Dayline <no-reply@dayline.example>', mailPerSecond: 1_000 };
  const mail = openMail({ ...from, dataDir: '', production: true }, { info: () => undefined });
  const { signal } = new AbortController();
  const about = { subject: 'News', text: 'Text', html: '<p>Text</p>' };
  for (const number of [1, 2, 3]) await mail.send({ to: `ravi${number}@mail.example`, ...about }, signal);
  expect([server.mails.length, server.connections]).toEqual([3, 1]);
  server.refuseNext();
  await mail.send({ to: 'ravi4@mail.example', ...about }, signal);
  expect([server.mails.length, server.connections]).toEqual([4, 2]);
  await mail.close();
  await server.close();
});
