import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import type { EndpointName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { endpoints } from '@dayline/contracts/endpoints/table';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { type Person, password, people } from './accounts.ts';

/** The newest position of a command's answer: what is asked afterwards includes it. */
let newest: string | undefined;

/** One call of the table over HTTP, with the cookies of the context that `request` belongs to. */
export async function send<Name extends EndpointName>(
  request: APIRequestContext,
  name: Name,
  body: RequestOf<Name>,
): Promise<APIResponse> {
  const { path, method, kind }: Endpoint = endpoints[name];
  if (kind === 'command') {
    const response = await request.post(path, { data: body, headers: { 'idempotency-key': randomUUID() } });
    newest = response.headers()['x-position'] ?? newest;
    return response;
  }
  const headers = newest === undefined ? {} : { 'x-read-after': newest };
  const ask = () =>
    method === 'GET'
      ? request.get(path, { params: body as Readonly<Record<string, string>>, headers })
      : request.post(path, { data: body, headers });
  let response = await ask();
  // The views need longer than the product waits for them.
  while (response.headers()['x-stale'] === 'true') response = await ask();
  return response;
}

/** The same, if only success is expected. */
export async function ask<Name extends EndpointName>(
  request: APIRequestContext,
  name: Name,
  body: RequestOf<Name>,
): Promise<ResponseOf<Name>> {
  const response = await send(request, name, body);
  if (!response.ok()) throw new Error(`${name} was answered ${response.status()}: ${await response.text()}`);
  // Cast is safe: the server validates its responses by the table.
  return (await response.json()) as ResponseOf<Name>;
}

/** Signs in over HTTP, and returns the identity. */
export async function signInByCall(request: APIRequestContext, person: Person) {
  const { email, side, client } = people[person];
  const clients = await ask(request, 'listClients', {});
  const clientId = clients.find(({ Client_Name }) => Client_Name === client)?.Client_ID ?? null;
  const { user } = await ask(request, 'signIn', { email, password, role: side, clientId });
  return user;
}
