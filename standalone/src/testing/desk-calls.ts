import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import type { Identity } from '@dayline/contracts/endpoints/session';
import { type EndpointName, endpoints, type RequestInputOf, type ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Failure, failureSchema } from '@dayline/contracts/errors';
import { send } from '@dayline/platform/http/send';
import { demoClients, demoPassword } from '../demo/people.ts';

export interface Answered<Name extends EndpointName> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The reply when the call succeeded, parsed by its own schema. @throws Error else */
  reply(): ResponseOf<Name>;
  /** The refusal when it did not. @throws Error else */
  failure(): Failure;
}

/** Somebody at a desk: makes calls of the table to the started product. */
export interface Caller {
  /** The Cookie header; empty for nobody. */
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

/** Makes calls to the product at `url` with this cookie. */
export function callerAt(url: string, cookie: string): Caller {
  return {
    cookie,
    async call(name, request, headers = {}) {
      const { method, response, ...endpoint }: Endpoint = endpoints[name];
      const body = method === 'POST' ? { body: request } : {};
      const fields = new Map(Object.entries(request).map(([field, value]) => [field, String(value)]));
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => fields.get(field) ?? '');
      const own = cookie === '' ? {} : { cookie };
      const answer = await send(url, { method, path, ...body, headers: { ...own, ...headers } });
      const { status, headers: answered, text } = answer;
      return {
        status,
        headers: answered,
        reply: () => {
          if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
          // The border: the schema that parses here is the one that the type is inferred from.
          return response.parse(JSON.parse(text)) as ResponseOf<typeof name>;
        },
        failure: () => failureSchema.parse(JSON.parse(text)),
      };
    },
  };
}

/** Signs in as one of the demo's accounts, as the page would. */
export async function signIn(url: string, email: string): Promise<SignedIn> {
  const nobody = callerAt(url, '');
  const client = demoClients.find(({ accounts }) => accounts.some((account) => account.email === email));
  const role = client?.accounts.find((account) => account.email === email)?.role === 'doctor' ? 'doctor' : 'admin';
  const clients = (await nobody.call('listClients', {})).reply();
  const clientId = clients.find(({ Client_Name }) => Client_Name === client?.name)?.Client_ID ?? null;
  const answer = await nobody.call('signIn', { email, password: demoPassword, role, clientId });
  const { user } = answer.reply();
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { ...callerAt(url, cookie), user };
}

/** A command's reply says how far the log is; a query that names it sees what the command did. */
export const readAfter = (position: string | null): Record<string, string> =>
  position === null ? {} : { 'X-Read-After': position };
