import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import type { EndpointName, RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { endpoints } from '@dayline/contracts/endpoints/table';
import type { APIRequestContext, APIResponse, BrowserContext } from '@playwright/test';
import { type Person, password, people } from './accounts.ts';

/** The newest position in a command's response, of a call or of a page: later queries include it. */
let newest: string | undefined;

const commandPaths = new Set(
  Object.values<Endpoint>(endpoints).flatMap(({ kind, path }) => (kind === 'command' ? [path] : [])),
);

/** Takes the positions of the commands that the pages of a context send: a later call's answer includes them. */
export function followPages(context: BrowserContext): void {
  context.on('response', (response) => {
    if (!commandPaths.has(new URL(response.url()).pathname)) return;
    newest = response.headers()['x-position'] ?? newest;
  });
}

/** Retries as long as the product, on a busy machine, asks for it; under its key a command is not carried out twice. */
async function answered(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  const response = await ask();
  if (response.status() !== 503) return response;
  await wait(1_000 * Number(response.headers()['retry-after'] ?? 1));
  return answered(ask);
}

/** One call of the table over HTTP, with the cookies of the context that `request` belongs to. */
export async function send<Name extends EndpointName>(
  request: APIRequestContext,
  name: Name,
  body: RequestOf<Name>,
): Promise<APIResponse> {
  const { path, method, kind }: Endpoint = endpoints[name];
  if (kind === 'command') {
    const headers = { 'idempotency-key': randomUUID() };
    const response = await answered(() => request.post(path, { data: body, headers }));
    newest = response.headers()['x-position'] ?? newest;
    return response;
  }
  const headers = newest === undefined ? {} : { 'x-read-after': newest };
  const ask = () =>
    method === 'GET'
      ? request.get(path, { params: body as Readonly<Record<string, string>>, headers })
      : request.post(path, { data: body, headers });
  let response = await answered(ask);
  // The views took longer than the product waits for them.
  while (response.headers()['x-stale'] === 'true') response = await answered(ask);
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
  const reply = await ask(request, 'signIn', { email, password, role: side, clientId });
  if ('next' in reply) throw new Error(`${email} has a second factor.`);
  return reply.user;
}
