import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { type EndpointName, endpoints, type RequestInputOf, type ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Failure, failureSchema } from '@dayline/contracts/errors';
import { refusalsOf } from '@dayline/http/api-document/refusals';
import { send } from '@dayline/http/testing/send';
import { demoClients, demoPassword } from '@dayline/standalone/demo/clients';
import { eventually } from './event-file.ts';

export interface Answered<Name extends EndpointName> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The reply of a successful call, parsed by its schema. @throws Error if it was refused */
  reply(): ResponseOf<Name>;
  /** The refusal. @throws Error if the call succeeded, or the API document doesn't name it */
  failure(): Failure;
}

/** A client of the started product that makes calls of the table. */
export interface Caller {
  /** The Cookie header; empty if signed out. */
  readonly cookie: string;
  call<Name extends EndpointName>(
    name: Name,
    request: RequestInputOf<Name>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered<Name>>;
}
export interface SignedIn extends Caller {
  readonly user: Identity;
}

/** The furthest position that one product has answered. */
export interface Furthest {
  position?: string;
}

/** @param furthest each query waits for this position, as a page's do for what the page has seen */
export function callerAt(url: string, cookie: string, furthest: Furthest = {}): Caller {
  return {
    cookie,
    async call(name, request, headers = {}) {
      const { method, response, ...endpoint }: Endpoint = endpoints[name];
      const body = method === 'POST' ? { body: request } : {};
      const fields = new Map(Object.entries(request).map(([field, value]) => [field, String(value)]));
      const filled = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => fields.get(field) ?? '');
      const queryFields = [...fields].filter(([field]) => method === 'GET' && !endpoint.path.includes(`{${field}}`));
      const path = queryFields.length > 0 ? `${filled}?${new URLSearchParams(queryFields)}` : filled;
      const own = {
        ...(cookie !== '' && { cookie }),
        ...(endpoint.kind === 'query' && furthest.position !== undefined && readAfter(furthest.position)),
      };
      // If views are further behind than the product waits for, the query is sent again, as pages do.
      const {
        status,
        headers: answered,
        text,
      } = await eventually('the views have what was read after', async () => {
        const answer = await send(url, { method, path, ...body, headers: { ...own, ...headers } });
        return answer.headers['x-stale'] === undefined && answer;
      });
      const position = answered['x-position'];
      if (typeof position === 'string' && position > (furthest.position ?? '')) furthest.position = position;
      return {
        status,
        headers: answered,
        reply: () => {
          if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
          // Cast is safe: the type is inferred from the schema that parses here.
          return response.parse(JSON.parse(text)) as ResponseOf<typeof name>;
        },
        failure: () => {
          const failure = failureSchema.parse(JSON.parse(text));
          const named: readonly string[] = refusalsOf(endpoints[name]);
          if (!named.includes(failure.code)) throw new Error(`${name} doesn't name its refusal ${failure.code}.`);
          return failure;
        },
      };
    },
  };
}

/** Another system with an API key. */
export function partnerAt(url: string, apiKey: string, furthest?: Furthest): Caller {
  const { call, cookie } = callerAt(url, '', furthest);
  return {
    cookie,
    call: (name, request, headers = {}) => call(name, request, { authorization: `Bearer ${apiKey}`, ...headers }),
  };
}

/** Signs in with one of the demo's accounts, as the page does. */
export async function signIn(url: string, email: string, furthest?: Furthest): Promise<SignedIn> {
  const nobody = callerAt(url, '', furthest);
  const client = demoClients.find(({ accounts }) => accounts.some((account) => account.email === email));
  const role = client?.accounts.find((account) => account.email === email)?.role === 'doctor' ? 'doctor' : 'admin';
  const clients = (await nobody.call('listClients', {})).reply();
  const clientId = clients.find(({ Client_Name }) => Client_Name === client?.name)?.Client_ID ?? null;
  const answer = await nobody.call('signIn', { email, password: demoPassword, role, clientId });
  const reply = answer.reply();
  if ('next' in reply) throw new Error(`${email} has a second factor.`);
  const { user } = reply;
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { ...callerAt(url, cookie, furthest), user };
}

/** A command's reply names its position; a query that passes it on sees the command's effect. */
export const readAfter = (position: string | null): Record<string, string> =>
  position === null ? {} : { 'X-Read-After': position };

/**
 * The first time of a doctor's day with a free place. The demo's free places depend on the hour when it was created.
 */
export async function freeTime({ call }: Caller, pocId: string, date: string): Promise<string> {
  const times = (await call('listTimesWithAvailability', { pocId, date })).reply();
  const free = times.find((time) => time.free > 0);
  if (!free) throw new Error(`Nothing is free on ${date}.`);
  return free.appointment_time;
}

/** The rest of a booking in tests to which it doesn't matter. */
export const paidDirectVisit = { type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
