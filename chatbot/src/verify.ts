import type { WhatsAppSettings } from '@dayline/runtime/config/whatsapp';
import { openGraph } from './graph/client.ts';
import { openPartner } from './partner.ts';
import { webhookPath } from './receive.ts';

export interface Check {
  readonly about: string;
  /** What was found, or why it failed. */
  readonly found: string;
  readonly isFine: boolean;
}

async function check(about: string, find: () => Promise<string>): Promise<Check> {
  try {
    return { about, found: await find(), isFine: true };
  } catch (error) {
    return { about, found: error instanceof Error ? error.message : String(error), isFine: false };
  }
}

/** Whether the chatbot can send, call Dayline, and be reached. Sends nothing to anybody. */
export async function verifyChatbot(settings: WhatsAppSettings): Promise<readonly Check[]> {
  const { apiKey, daylineUrl, verifyToken, phoneNumberId } = settings;
  const url = (): string => {
    if (daylineUrl === null) throw new Error('PUBLIC_URL or WHATSAPP_DAYLINE_URL must be set.');
    return daylineUrl;
  };
  const graph = openGraph(settings);
  const partner = openPartner({ url, apiKey });
  return [
    await check('WhatsApp number', () => graph.number()),
    await check('partner API', async () => {
      await partner({ name: 'listPartnerSlots', request: {}, readAfter: null }, '', '');
      return `${url()} accepts the key`;
    }),
    await check('webhook', async () => {
      const address = new URL(webhookPath, url());
      const query = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': phoneNumberId };
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      const answer = await fetch(address);
      if ((await answer.text()) !== phoneNumberId) throw new Error(`${address.origin} answered ${answer.status}`);
      return `${address.origin}${address.pathname}`;
    }),
  ];
}
