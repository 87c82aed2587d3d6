import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@dayline/contracts/endpoints/definition';
import type { Refusal } from '@dayline/contracts/errors';
import type { CallContext, Reply } from './handler.ts';

/** A call and who answers it; the request has passed the endpoint's schema. */
export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handle: (request: unknown, context: CallContext) => Promise<Reply<unknown> | Refusal>;
}

export interface FoundRoute {
  readonly route: Route;
  /** The fields that the path and, for a GET, the query string carry; null when they can't be read. */
  readonly fields: Readonly<Record<string, string>> | null;
}

interface PatternRoute {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/**
 * Finds the call of a method and path by one look into a map. The framework's own router would try the path's patterns
 * one after another, for each request.
 */
export function routeTable(routes: readonly Route[]) {
  const exact = new Map<string, Route>();
  const patterns: PatternRoute[] = [];
  for (const route of routes) {
    const { method, path } = route.endpoint;
    if (!path.includes('{')) {
      const key = `${method} ${path}`;
      if (exact.has(key)) throw new Error(`Two calls have the path ${key}.`);
      exact.set(key, route);
      continue;
    }
    const names: string[] = [];
    const pattern = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
    patterns.push({ route, pattern: new RegExp(`^${pattern}$`), names });
  }

  return ({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): FoundRoute | null => {
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const route = exact.get(`${method} ${path}`);
    if (route) {
      return {
        route,
        fields: route.endpoint.method === 'GET' ? fieldsOf([], query === -1 ? '' : url.slice(query + 1)) : {},
      };
    }
    for (const { route, pattern, names } of patterns) {
      const found = method === route.endpoint.method ? pattern.exec(path) : null;
      if (!found) continue;
      const inPath = names.map((name, place): [string, string] => [name, found[place + 1] ?? '']);
      return { route, fields: fieldsOf(inPath, query === -1 ? '' : url.slice(query + 1)) };
    }
    return null;
  };
}

/** Null where a name comes twice or an escape can't be decoded. */
function fieldsOf(inPath: readonly [string, string][], query: string): Readonly<Record<string, string>> | null {
  const fields = new Map<string, string>();
  try {
    for (const [name, value] of inPath) fields.set(name, decodeURIComponent(value));
  } catch {
    return null;
  }
  if (query !== '') {
    for (const [name, value] of new URLSearchParams(query)) {
      if (fields.has(name)) return null;
      fields.set(name, value);
    }
  }
  return Object.fromEntries(fields);
}
