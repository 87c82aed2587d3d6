import { z } from 'zod';
import type { Content } from '../conversation/state.ts';

/** One message of a user. */
export interface IncomingMessage {
  readonly wamid: string;
  /** In ms, by WhatsApp's clock. */
  readonly sentAt: number;
  readonly userId: string;
  /** Digits with the country code; null if the user hides it. */
  readonly phone: string | null;
  readonly content: Content;
}
export interface IncomingStatus {
  readonly replyId: string;
  readonly status: string;
  /** The code of the error of a failed message. */
  readonly code: string | null;
}
export interface Delivery {
  readonly messages: readonly IncomingMessage[];
  readonly statuses: readonly IncomingStatus[];
}

const digits = /^\d{6,15}$/;
/** A longer text is cut: it is never understood anyway. */
const maxText = 1_000;

const choice = z.object({ id: z.string().max(256) });
const messageSchema = z.object({
  id: z.string().min(1).max(512),
  from: z.string().optional(),
  from_user_id: z.string().min(1).max(256).optional(),
  timestamp: z.coerce.number().int().positive().max(8_640_000_000_000),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  interactive: z.object({ button_reply: choice.optional(), list_reply: choice.optional() }).optional(),
  contacts: z
    .array(
      z.object({
        origin: z.string().optional(),
        phones: z.array(z.object({ phone: z.string().optional(), wa_id: z.string().optional() })).optional(),
      }),
    )
    .optional(),
});
const statusSchema = z.object({
  status: z.string(),
  biz_opaque_callback_data: z.string().max(512),
  errors: z.array(z.object({ code: z.union([z.number(), z.string()]) })).optional(),
});
const bodySchema = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            messages: z.array(z.unknown()).optional(),
            statuses: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
});

/** Every message and status of a webhook's body for one of our numbers; what isn't understood is skipped. */
export function deliveryIn(body: unknown, phoneNumberId: string): Delivery {
  const parsed = bodySchema.safeParse(body);
  const values = parsed.success
    ? parsed.data.entry
        .flatMap(({ changes }) => changes)
        .filter(({ field, value }) => field === 'messages' && value.metadata?.phone_number_id === phoneNumberId)
        .map(({ value }) => value)
    : [];
  return {
    messages: values.flatMap(({ messages = [] }) => messages.flatMap((message) => messageIn(message) ?? [])),
    statuses: values.flatMap(({ statuses = [] }) => statuses.flatMap((status) => statusIn(status) ?? [])),
  };
}

function messageIn(value: unknown): IncomingMessage | null {
  const parsed = messageSchema.safeParse(value);
  if (!parsed.success) return null;
  const { id, from, from_user_id, timestamp, ...rest } = parsed.data;
  const phone = from !== undefined && digits.test(from) ? from : null;
  const userId = from_user_id ?? phone;
  return userId === null ? null : { wamid: id, sentAt: timestamp * 1_000, userId, phone, content: contentOf(rest) };
}

type Body = Omit<z.infer<typeof messageSchema>, 'id' | 'from' | 'from_user_id' | 'timestamp'>;

function contentOf({ type, text, interactive, contacts }: Body): Content {
  if (type === 'text' && text) return { kind: 'text', text: text.body.slice(0, maxText) };
  const tapped = interactive?.button_reply ?? interactive?.list_reply;
  if (type === 'interactive' && tapped) return { kind: 'choice', id: tapped.id };
  // A contact from the address book proves nothing: only that of our own request is the user's.
  const [contact] = contacts?.filter(({ origin }) => origin === 'contact_request') ?? [];
  const [shared] = contact?.phones ?? [];
  const phone = (shared?.wa_id ?? shared?.phone ?? '').replaceAll(/\D/g, '');
  return type === 'contacts' && digits.test(phone) ? { kind: 'contact', phone } : { kind: 'other' };
}

function statusIn(value: unknown): IncomingStatus | null {
  const parsed = statusSchema.safeParse(value);
  if (!parsed.success) return null;
  const { status, biz_opaque_callback_data: replyId, errors } = parsed.data;
  return { replyId, status, code: errors?.[0] ? String(errors[0].code) : null };
}
