import { channelHeader } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { z } from 'zod';
import type { Partner } from './chat/worker.ts';
import type { Answer } from './conversation/commands.ts';

export interface PartnerSettings {
  /** Where the calls of the table are, such as https://dayline.example */
  readonly url: () => string;
  readonly apiKey: string;
}

const timeoutMs = 30_000;
const failure = z.object({ code: z.string() });

/** Dayline is unavailable, too busy, or refuses the key: tried again. */
export class PartnerUnavailable extends Error {
  override readonly name = 'PartnerUnavailable';
}

/** The partner API over HTTP. */
export function openPartner({ url, apiKey }: PartnerSettings): Partner {
  return async ({ name, request, readAfter }, key) => {
    const { method, path, kind, response } = endpoints[name];
    const address = new URL(path, url());
    if (method === 'GET')
      for (const [field, value] of Object.entries(request)) address.searchParams.set(field, String(value));
    const answer = await fetch(address, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: `Bearer ${apiKey}`,
        [channelHeader]: 'whatsapp',
        ...(kind === 'command' && { 'idempotency-key': key }),
        ...(kind === 'query' && readAfter !== null && { 'x-read-after': readAfter }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(request) }),
    });
    const body: unknown = await answer.json();
    if (answer.ok) return response.parse(body) as Answer;
    const { code } = failure.parse(body);
    const isRule = answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 429].includes(answer.status);
    if (!isRule) throw new PartnerUnavailable(`${path} answered ${answer.status} ${code}.`);
    // Cast is safe: failures have codes of the table.
    return { refused: code } as Answer;
  };
}
