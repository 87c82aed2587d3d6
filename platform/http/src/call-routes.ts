import { type CallKind, type Endpoint, mayBeCompressed, takesKey } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { type RequestHandler, Router } from 'express';
import type { Route } from './call.ts';
import type { CallDeps } from './call-deps.ts';
import { callFailed, otherMethods } from './failures.ts';
import type { CommandHandlers, QueryHandlers } from './handler.ts';
import { compressed } from './server/compressed.ts';
import {
  admission,
  authenticate,
  begin,
  checkAccess,
  checkKeyAgain,
  claims,
  forgetCookie,
  origin,
  persons,
  requireProof,
  throttle,
} from './steps/access.ts';
import { answer, attempts, handler, idempotency, readAfter, viewsBuilt } from './steps/carry-out.ts';
import { openCursor, sealCursor } from './steps/cursor.ts';
import { fields, form, json, oneClick, schema, toPage } from './steps/request.ts';
import { turn } from './steps/turn.ts';

export type { Router } from 'express';
export type { CallDeps, RefusedCommand } from './call-deps.ts';

/** The routes of all calls of a kind. */
export function createRouter(kind: 'command', handlers: CommandHandlers, deps: CallDeps): Router;
export function createRouter(kind: 'query', handlers: QueryHandlers, deps: CallDeps): Router;
export function createRouter(kind: CallKind, handlers: CommandHandlers | QueryHandlers, deps: CallDeps): Router {
  const routes = Object.entries<Endpoint>(endpoints)
    .filter(([, endpoint]) => endpoint.kind === kind)
    .map(([name, endpoint]): Route => {
      // Cast is safe: the handlers' type pairs each handler with its schema, which an index signature can't express.
      const handle = (handlers as unknown as Record<string, Route['handle']>)[name];
      if (!handle) throw new Error(`Nobody answers ${name}.`);
      return { name, endpoint, handle };
    });
  return callRoutes(routes, deps);
}

export function callRoutes(routes: readonly Route[], deps: CallDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const path of new Set(routes.map(({ endpoint }) => endpoint.path))) {
    const pathRoutes = routes.filter(({ endpoint }) => endpoint.path === path);
    const methods = new Set(pathRoutes.map(({ endpoint }) => endpoint.method));
    if (methods.size < pathRoutes.length) throw new Error(`Two calls have the same method of ${path}.`);
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const entry of pathRoutes) route[entry.endpoint.method === 'GET' ? 'get' : 'post'](stepsOf(entry, deps));
    const page = pathRoutes[0]?.endpoint.oneClickPage;
    if (page) route.get(toPage(page));
    route.all(otherMethods(methods));
  }
  router.use(callFailed(deps));
  return router;
}

/** The steps of a call in order; each may refuse it. */
function stepsOf({ name, endpoint, handle }: Route, deps: CallDeps): RequestHandler[] {
  const { access, endsSession, kind, method, upload, failure, waitsSeconds } = endpoint;
  const isPublic = access === 'public';
  const count = deps.counted?.[name];
  const input =
    method === 'GET'
      ? [fields]
      : upload
        ? [form(upload)]
        : endpoint.oneClickPage
          ? oneClick
          : json(endpoint.bodyAtMost);
  const arrive = [
    ...(mayBeCompressed(endpoint) ? [compressed] : []),
    begin({ name, kind, failure }, deps),
    origin(deps),
    ...(endsSession ? [forgetCookie(deps)] : []),
    ...(deps.admit ? [admission(deps.admit)] : []),
    ...(isPublic ? [throttle(deps)] : [authenticate(deps, access), checkAccess(access, kind === 'command' && !upload)]),
    ...input,
    schema(endpoint, deps),
  ];
  const ownerSteps = [
    ...(isPublic ? [] : [claims(endpoint.claims, deps.ownership)]),
    ...(endpoint.needsProof ? [requireProof(deps)] : []),
  ];
  const personSteps = endpoint.claims.some(({ is }) => is === 'patient')
    ? [persons(endpoint.claims, deps.ownership)]
    : [];
  const work = [...personSteps, ...(count ? [attempts(count)] : []), handler(handle, endpoint.response, deps)];
  const last = answer(endpoint.produces, deps);
  if (kind === 'command')
    return [...arrive, ...inTurn(endpoint, deps), ...ownerSteps, ...checkKey(name, endpoint, deps), ...work, last];
  const afterWait = waitsSeconds > 0 ? [checkKeyAgain(deps, access)] : [];
  const query = [...arrive, ...upToDate(endpoint, deps), ...ownerSteps, openCursor(deps), ...work];
  return [...query, ...afterWait, sealCursor(deps), last];
}

/** Before the claims, which may read the log. Signing out never waits. */
const inTurn = ({ access, endsSession }: Endpoint, { commands }: CallDeps): RequestHandler[] =>
  commands && access !== 'public' && !endsSession ? [turn(commands)] : [];

function checkKey(name: string, endpoint: Endpoint, { digestOf }: CallDeps): RequestHandler[] {
  if (!takesKey(endpoint)) return [];
  if (!digestOf) throw new Error(`${name} has nothing to know a repeated command by.`);
  return [idempotency(digestOf)];
}

/** Before the claims, which may read the views: ownership of what isn't in them is unknown. */
const upToDate = ({ path }: Endpoint, { building, waitFor }: CallDeps): RequestHandler[] => [
  ...(building ? [viewsBuilt(building)] : []),
  ...(waitFor ? [readAfter(path, waitFor)] : []),
];
