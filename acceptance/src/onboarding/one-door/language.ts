import type { Language } from '@dayline/contracts/fields/language';
import { type ClinicDoor, eventually, password, sharedDoor } from '../clinic-door.ts';
import type { MailServer } from '../mail-server.ts';

/** The language of an account, and of the emails to its owner. */

describe('the language', () => {
  let server: MailServer;
  let door: ClinicDoor;
  let desks = 0;

  beforeAll(async () => {
    ({ door, server } = await sharedDoor());
  });

  async function newDesk() {
    desks += 1;
    const email = `language${desks}@sunrise.example`;
    const accountId = await door.addAdmin(email);
    return { email, accountId, cookie: (await door.signIn(email, password, 'admin')).cookie };
  }
  const choose = (cookie: string, body: object) => door.call('setLanguage', body, { cookie });
  const languageOf = async (email: string) => (await door.signIn(email, password, 'admin')).body.language;

  /** The `lang` of the email's HTML, and its decoded text. */
  async function letterTo(email: string) {
    const { raw } = await eventually(() => server.mails.find(({ to }) => to.includes(email)));
    const parts = raw.split(/Content-Transfer-Encoding: (base64|quoted-printable|7bit)\r\n\r\n/).slice(1);
    const texts = parts.map((part, index) => {
      const bytes = part.replaceAll(/=\r\n/g, '').split('\r\n----')[0] ?? '';
      if (parts[index - 1] === 'base64') return Buffer.from(bytes, 'base64').toString();
      return Buffer.from(
        bytes.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString();
    });
    const html = texts.find((text) => text.startsWith('<!doctype html>')) ?? '';
    return { lang: /<html lang="(\w+)">/.exec(html)?.[1], html };
  }

  test('each account keeps its own, from the sign-in on', async () => {
    const [mine, others] = [await newDesk(), await newDesk()];
    expect(await languageOf(mine.email)).toBeUndefined();
    expect(await choose(mine.cookie, { language: 'hi' })).toMatchObject({ status: 200, body: { success: true } });
    expect([await languageOf(mine.email), await languageOf(others.email)]).toEqual(['hi', undefined]);
    await door.restart();
    expect(await languageOf(mine.email)).toBe('hi');
  });

  test.each([
    ['a language that there is none of', { language: 'xx' }],
    ['none', {}],
  ])('%s is refused', async (_what, body) => {
    const { email, cookie } = await newDesk();
    await choose(cookie, { language: 'hi' });
    expect(await choose(cookie, body)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(await languageOf(email)).toBe('hi');
  });

  test('nobody chooses for somebody else, or without a session', async () => {
    const [mine, others] = [await newDesk(), await newDesk()];
    const body = { language: 'hi', accountId: others.accountId };
    expect(await choose(mine.cookie, body)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(await choose('', { language: 'hi' })).toMatchObject({ status: 401, body: { code: 'session.missing' } });
    expect([await languageOf(mine.email), await languageOf(others.email)]).toEqual([undefined, undefined]);
  });

  test.each<[Language | undefined, Language | undefined, Language, string]>([
    [undefined, undefined, 'en', 'Reset password'],
    [undefined, 'hi', 'hi', 'पासवर्ड रीसेट करें'],
    ['hi', undefined, 'hi', 'पासवर्ड रीसेट करें'],
    ['en', 'hi', 'en', 'Reset password'],
  ])(
    'a letter to an account with %s, asked for on a page in %s, is in %s',
    async (chosen, ofPage, expected, button) => {
      const { email, cookie } = await newDesk();
      if (chosen !== undefined) await choose(cookie, { language: chosen });
      const page: Record<string, string> = ofPage === undefined ? {} : { cookie: `a=b; dayline-language=${ofPage}` };
      expect((await door.call('requestPasswordReset', { email }, page)).status).toBe(200);
      const { lang, html } = await letterTo(email);
      expect(lang).toBe(expected);
      expect(html).toContain(`>${button}</a>`);
    },
  );
});
