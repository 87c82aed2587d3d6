import { createHmac } from 'node:crypto';
import type { Json, JsonObject } from '@dayline/contracts/json';
import type { Clock } from '@dayline/runtime/clock';
import { z } from 'zod';

/** How the fake network treats webhooks. */
export interface Network {
  /** Several messages and statuses in one body. */
  readonly batches?: boolean;
  /** Each body is sent twice. */
  readonly doubles?: boolean;
  /** Bodies arrive in the opposite order. */
  readonly reorders?: boolean;
  readonly withoutStatuses?: boolean;
  /** The statuses of a message arrive before the answer to its request. */
  readonly statusesFirst?: boolean;
}
export interface SimulatorOptions {
  readonly clock: Clock;
  readonly phoneNumberId: string;
  readonly accessToken: string;
  readonly appSecret: string;
  /** Sends a webhook; returns the status of its answer. */
  readonly deliver: (body: string, signature: string) => Promise<number>;
}
export type Fault = 'lost' | 'dropped' | 'refused';
interface Change {
  readonly key: 'messages' | 'statuses';
  readonly value: JsonObject;
}
export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
}
/** A message that arrived on a user's phone. */
export interface Shown {
  readonly replyId: string;
  readonly kind: string;
  readonly text: string;
  /** The word that opens a list; else null. */
  readonly opens: string | null;
  readonly choices: readonly Choice[];
  readonly at: number;
}
export interface GraphAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

const upTo = (limit: number) => z.string().min(1).max(limit);
const unique = <Item extends { id: string; title: string }>(items: readonly Item[]): boolean =>
  new Set(items.map(({ id }) => id)).size === items.length &&
  new Set(items.map(({ title }) => title)).size === items.length;
const replyButtons = z
  .array(z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: upTo(256), title: upTo(20) }) }))
  .min(1)
  .max(3)
  .refine((buttons) => unique(buttons.map(({ reply }) => reply)));
const rows = z
  .array(z.strictObject({ id: upTo(200), title: upTo(24), description: upTo(72).optional() }))
  .min(1)
  .max(10)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length);
const body = z.strictObject({ text: upTo(1024) });
const contents = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.strictObject({ body: upTo(4096) }) }),
  z.object({
    type: z.literal('template'),
    template: z.object({ name: upTo(512), language: z.strictObject({ code: z.enum(['en', 'hi']) }) }),
  }),
  z.object({
    type: z.literal('interactive'),
    interactive: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('button'), body, action: z.strictObject({ buttons: replyButtons }) }),
      z.strictObject({
        type: z.literal('list'),
        body,
        action: z.strictObject({ button: upTo(20), sections: z.array(z.strictObject({ rows })).length(1) }),
      }),
      z.strictObject({
        type: z.literal('request_contact_info'),
        body,
        action: z.strictObject({ name: z.literal('request_contact_info') }),
      }),
    ]),
  }),
]);
const envelope = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().optional(),
  recipient: z.string().optional(),
  biz_opaque_callback_data: upTo(512),
});
type Contents = z.infer<typeof contents>;

const paceMs = 6_000;
const windowMs = 24 * 3_600_000;

/** A fake of WhatsApp's Cloud API: it checks the documented limits, and signs webhooks. */
export class Simulator {
  readonly #options: SimulatorOptions;
  readonly #users = new Map<string, Phone>();
  readonly #waiting: Change[] = [];
  #count = 0;
  network: Network = {};
  /** What the next requests get in place of an answer: `lost` delivers the message all the same. */
  readonly faults: Fault[] = [];
  /** Codes of the refused requests. */
  readonly refusals: number[] = [];

  constructor(options: SimulatorOptions) {
    this.#options = options;
  }

  phone(number: string, { hidesNumber = false } = {}): Phone {
    const phone = new Phone(number, hidesNumber, {
      send: (value) => this.#waiting.push({ key: 'messages', value: { ...value, ...this.#stamp() } }),
      now: () => this.#options.clock.now(),
    });
    this.#users.set(phone.userId, phone);
    return phone;
  }

  /** Sends the webhooks that wait, as the network treats them. @returns the statuses of their answers */
  async flush(): Promise<number[]> {
    const { batches, doubles, reorders } = this.network;
    const changes = this.#waiting.splice(0);
    const bodies = batches ? (changes.length > 0 ? [changes] : []) : changes.map((change) => [change]);
    const order = reorders ? bodies.toReversed() : bodies;
    const answers: number[] = [];
    for (const sent of order.flatMap((batch) => (doubles ? [batch, batch] : [batch]))) {
      const status = await this.deliver(this.#bodyOf(sent));
      answers.push(status);
      // Meta repeats what isn't answered with 200.
      if (status !== 200) this.#waiting.push(...sent);
    }
    return answers;
  }

  deliver(sent: JsonObject, secret = this.#options.appSecret): Promise<number> {
    const text = JSON.stringify(sent);
    return this.#options.deliver(text, `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`);
  }

  #bodyOf(changes: readonly Change[]): JsonObject {
    const { phoneNumberId } = this.#options;
    const entries = changes.map(({ key, value }): Json => {
      const metadata = { display_phone_number: '911140000000', phone_number_id: phoneNumberId };
      const inner = { messaging_product: 'whatsapp', metadata, [key]: [value], unheard_of: { since: 2027 } };
      return { id: '1', changes: [{ field: 'messages', value: inner }] };
    });
    return { object: 'whatsapp_business_account', entry: entries };
  }

  #stamp() {
    this.#count += 1;
    return { id: `wamid.${this.#count}`, timestamp: String(Math.floor(this.#options.clock.now() / 1_000)) };
  }

  /** Answers `POST /{phone number id}/messages`; null: the connection breaks. */
  request(authorization: string | undefined, sent: unknown): GraphAnswer | null {
    const { clock, accessToken } = this.#options;
    if (authorization !== `Bearer ${accessToken}`) return this.#refusal(401, 190);
    const to = envelope.safeParse(sent);
    const content = contents.safeParse(sent);
    const user = this.#users.get(to.data?.recipient ?? to.data?.to ?? '');
    if (!to.success || !content.success) return this.#refusal(400, 131009);
    if (!user) return this.#refusal(400, 131026);
    const now = clock.now();
    const isOpen = now - user.wroteAt < windowMs;
    if (!isOpen && content.data.type !== 'template') return this.#refusal(400, 131047);
    if (now - user.shownAt < paceMs) return this.#refusal(400, 131056);
    const fault = this.faults.shift();
    if (fault === 'refused') return this.#refusal(500, 131000);
    if (fault === 'dropped') return null;
    const { id } = this.#stamp();
    user.show(to.data.biz_opaque_callback_data, content.data);
    this.#addStatuses(id, to.data.biz_opaque_callback_data);
    if (fault === 'lost') return null;
    return { status: 200, body: { messaging_product: 'whatsapp', messages: [{ id }] } };
  }

  /** A message that was accepted fails afterwards. */
  fail(replyId: string, code: number): void {
    const value = { id: 'wamid.failed', status: 'failed', biz_opaque_callback_data: replyId, errors: [{ code }] };
    this.#waiting.push({ key: 'statuses', value });
  }

  #addStatuses(id: string, replyId: string): void {
    if (this.network.withoutStatuses) return;
    for (const status of ['sent', 'delivered', 'read']) {
      this.#waiting.push({ key: 'statuses', value: { id, status, biz_opaque_callback_data: replyId } });
    }
  }

  #refusal(status: number, code: number): GraphAnswer {
    this.refusals.push(code);
    return { status, body: { error: { message: `(#${code})`, type: 'OAuthException', code } } };
  }
}

interface PhoneParts {
  readonly send: (value: JsonObject) => void;
  readonly now: () => number;
}

/** A user's phone. */
export class Phone {
  readonly number: string;
  readonly userId: string;
  readonly hidesNumber: boolean;
  readonly messages: Shown[] = [];
  /** The ids of all choices that were tapped. */
  readonly taps: string[] = [];
  wroteAt = Number.NEGATIVE_INFINITY;
  shownAt = Number.NEGATIVE_INFINITY;
  readonly #parts: PhoneParts;

  constructor(number: string, hidesNumber: boolean, parts: PhoneParts) {
    this.number = number;
    this.hidesNumber = hidesNumber;
    this.userId = `IN.${createHmac('sha256', 'user').update(number).digest('hex').slice(0, 20)}`;
    this.#parts = parts;
  }

  get last(): Shown {
    const last = this.messages.at(-1);
    if (!last) throw new Error('Nothing has arrived.');
    return last;
  }

  say(text: string): void {
    this.#send({ type: 'text', text: { body: text } });
  }

  /** Taps the choice of the last message with this title, or that of an id. */
  tap(title: string, id = this.last.choices.find((choice) => choice.title === title)?.id): void {
    if (id === undefined)
      throw new Error(`There is no ${title} among ${this.last.choices.map((choice) => choice.title).join(', ')}.`);
    this.taps.push(id);
    const kind = this.last.kind === 'list' ? 'list_reply' : 'button_reply';
    this.#send({ type: 'interactive', interactive: { type: kind, [kind]: { id, title } } });
  }

  /** Shares a number: the user's own, by the button of the request, or any contact. */
  share(origin: 'contact_request' | 'other', number = this.number): void {
    this.#send({ type: 'contacts', contacts: [{ origin, phones: [{ phone: `+${number}`, wa_id: number }] }] });
  }

  #send(value: JsonObject): void {
    this.wroteAt = this.#parts.now();
    this.#parts.send({ from_user_id: this.userId, ...(!this.hidesNumber && { from: this.number }), ...value });
  }

  show(replyId: string, content: Contents): void {
    const at = this.#parts.now();
    this.shownAt = at;
    this.messages.push({ replyId, at, ...shownOf(content) });
  }
}

const plain = { opens: null, choices: [] } as const;

function shownOf(content: Contents): Pick<Shown, 'kind' | 'text' | 'opens' | 'choices'> {
  if (content.type === 'text') return { kind: 'text', text: content.text.body, ...plain };
  if (content.type === 'template') return { kind: 'template', text: content.template.name, ...plain };
  const { interactive } = content;
  const { text } = interactive.body;
  if (interactive.type === 'button') {
    return { kind: 'button', text, opens: null, choices: interactive.action.buttons.map(({ reply }) => reply) };
  }
  if (interactive.type === 'request_contact_info') return { kind: 'contact', text, ...plain };
  const { button, sections } = interactive.action;
  return { kind: 'list', text, opens: button, choices: sections.flatMap((section) => section.rows) };
}
