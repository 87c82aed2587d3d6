import { z } from 'zod';
import type { Message } from '../conversation/message.ts';

export interface GraphSettings {
  /** Such as https://graph.facebook.com/v24.0 */
  readonly graphUrl: string;
  readonly phoneNumberId: string;
  readonly accessToken: string;
}

/** `unknown`: no answer tells whether it was sent; a status may. */
export type SendResult =
  | { readonly sent: true; readonly wamid: string }
  | { readonly sent: false; readonly code: string; readonly isTemporary: boolean }
  | { readonly sent: 'unknown' };

/** The part of the Cloud API that the chatbot uses. */
export interface Graph {
  send(userId: string, replyId: string, message: Message): Promise<SendResult>;
  /** The number's name as people see it. @throws Error if the settings are refused */
  number(): Promise<string>;
}

const timeoutMs = 20_000;
const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const refused = z.object({ error: z.object({ code: z.number() }) });
/** Rate limits, and faults of WhatsApp's own: the same request may succeed later. */
const temporary = new Set([1, 2, 4, 130429, 131000, 131016, 131048, 131056, 133004]);

/** Sends a request, as `fetch` does. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

export function openGraph({ graphUrl, phoneNumberId, accessToken }: GraphSettings, send: Send = fetch): Graph {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const request = (path: string, body?: object) =>
    send(`${graphUrl}/${phoneNumberId}${path}`, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  return {
    async send(userId, replyId, message) {
      try {
        const answer = await request('/messages', payloadOf(userId, replyId, message));
        const body: unknown = await answer.json();
        if (answer.ok) return { sent: true, wamid: accepted.parse(body).messages[0]?.id ?? '' };
        const error = refused.safeParse(body);
        const code = error.success ? error.data.error.code : answer.status;
        return { sent: false, code: String(code), isTemporary: temporary.has(code) || answer.status >= 500 };
      } catch {
        return { sent: 'unknown' };
      }
    },
    async number() {
      const answer = await request('?fields=display_phone_number,verified_name');
      const numberSchema = z.object({ display_phone_number: z.string(), verified_name: z.string() });
      const body = numberSchema.safeParse(await answer.json());
      if (!body.success) throw new Error(`The Graph API answered ${answer.status}.`);
      return `${body.data.verified_name}, ${body.data.display_phone_number}`;
    },
  };
}

/** A message in the words of the Cloud API. A business-scoped user id is a `recipient`, a phone number is `to`. */
export function payloadOf(userId: string, replyId: string, message: Message) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(/^\d+$/.test(userId) ? { to: userId } : { recipient: userId }),
    biz_opaque_callback_data: replyId,
    ...contentOf(message),
  };
}

function contentOf(message: Message) {
  if (message.kind === 'text') return { type: 'text', text: { body: message.text } };
  if (message.kind === 'template') {
    return { type: 'template', template: { name: message.name, language: { code: message.language } } };
  }
  return { type: 'interactive', interactive: { body: { text: message.text }, ...interactiveOf(message) } };
}

function interactiveOf(message: Extract<Message, { kind: 'buttons' | 'list' | 'contact' }>) {
  if (message.kind === 'contact') return { type: 'request_contact_info', action: { name: 'request_contact_info' } };
  if (message.kind === 'buttons') {
    return {
      type: 'button',
      action: { buttons: message.buttons.map((reply) => ({ type: 'reply', reply })) },
    };
  }
  const rows = message.rows.map(({ description, ...row }) => ({ ...row, ...(description && { description }) }));
  return { type: 'list', action: { button: message.button, sections: [{ rows }] } };
}
