import type { Webhook } from '@dayline/contracts/partner/webhook';
import type { Clock } from '@dayline/runtime/clock';
import { AddressRefused, publicFetch } from '../single-sign-on/public-fetch.ts';
import type { WebhookSecrets } from './secrets.ts';

/** A message as it is sent: always the same bytes for the same event. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

export interface Answered {
  /** ms since the epoch, UTC. */
  readonly at: number;
  readonly ms: number;
  /** The HTTP status; null if no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  /** The first bytes of the answer. */
  readonly answer: string;
  /** In ms; null if the answer didn't ask for it. */
  readonly retryAfterMs: number | null;
}

export interface SenderOptions {
  /** Hosts that may be private, and without TLS. */
  readonly privateHosts: readonly string[];
  readonly secrets: WebhookSecrets;
  readonly clock: Clock;
  /** From the look-up of the address to the end of the answer, in ms. */
  readonly timeoutMs?: number;
}

export type WebhookSender = ReturnType<typeof webhookSender>;

const usualTimeoutMs = 20_000;
/** Of an answer, in characters. */
const maxAnswer = 500;

export const isDelivered = ({ status }: Pick<Answered, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** Sends signed messages to public addresses, which are checked when the connection is made; follows no redirect. */
export function webhookSender({ privateHosts, secrets, clock, timeoutMs = usualTimeoutMs }: SenderOptions) {
  const { fetch, isRefused } = publicFetch(privateHosts);

  async function post(
    webhook: Pick<Webhook, 'webhookId' | 'url' | 'generation' | 'rotatedAt'>,
    message: Message,
    limit: AbortSignal,
  ): Promise<Omit<Answered, 'at' | 'ms'>> {
    const signed = await secrets.headersOf(webhook, { ...message, now: clock.now() });
    const response = await fetch(webhook.url, {
      ...{ method: 'POST', redirect: 'manual', body: message.body, signal: limit },
      headers: { 'content-type': 'application/json', 'user-agent': 'Dayline-Webhooks/1', ...signed },
    });
    const { status, headers } = response;
    const retryAfterMs = retryAfterOf(headers.get('retry-after'), clock.now());
    // The status is the answer: a body that never ends, or breaks off, changes nothing.
    const answer = await firstOf(response).catch(() => '');
    return { status, error: null, answer, retryAfterMs };
  }

  return {
    /** Whether an address may be a webhook's, as far as that shows without a look-up. */
    accepts(address: string): boolean {
      if (!URL.canParse(address)) return false;
      const url = new URL(address);
      return url.username === '' && url.password === '' && !isRefused(url);
    },

    /** Never rejects: what went wrong is in the answer. @param signal ends the sending */
    async send(webhook: Parameters<typeof post>[0], message: Message, signal: AbortSignal): Promise<Answered> {
      const at = clock.now();
      const start = performance.now();
      const limit = new AbortController();
      const end = () => limit.abort();
      const timer = setTimeout(end, timeoutMs);
      if (signal.aborted) end();
      signal.addEventListener('abort', end);
      const failed = (error: unknown) => ({ status: null, error: reasonOf(error), answer: '', retryAfterMs: null });
      const answered = await post(webhook, message, limit.signal).catch(failed);
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      return { at, ms: Math.round(performance.now() - start), ...answered };
    },
  };
}

async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < maxAnswer) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel().catch(() => undefined);
  // Control characters could forge lines where the answer is shown.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go.
  return text.slice(0, maxAnswer).replaceAll(/[\u0000-\u001f\u007f]+/g, ' ');
}

/** Seconds, or a date (RFC 9110). */
function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}

/** What an administrator is shown: a kind of failure, and nothing of this machine's network. */
function reasonOf(error: unknown): string {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = 'cause' in cause ? cause.cause : null) {
    if (cause instanceof AddressRefused) return 'the address is not public';
    if ('name' in cause && cause.name === 'AbortError') return 'no answer in time';
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z_]+$/.test(cause.code)) return cause.code;
  }
  return 'no connection';
}
