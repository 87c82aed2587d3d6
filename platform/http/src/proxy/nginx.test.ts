import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { composeProxy, nginxConfig } from './nginx.ts';
import { splitOfPaths } from './split.ts';

const committed = readFileSync(fileURLToPath(new URL('../../../../deploy/nginx.conf', import.meta.url)), 'utf8');

interface Location {
  readonly kind: '=' | '~' | '^~' | 'prefix';
  readonly at: string;
  readonly lines: string;
}

/** The configuration's locations in order. */
function locationsOf(config: string): readonly Location[] {
  return [...config.matchAll(/^ {4}location (?:(=|~|\^~) )?(\/\S*|\^\S+|\\\S+) \{\n([\s\S]*?)^ {4}\}/gm)].map(
    ([, kind, at = '', lines = '']): Location => ({
      kind: kind === '=' || kind === '~' || kind === '^~' ? kind : 'prefix',
      at,
      lines,
    }),
  );
}

/** nginx's rules: an exact match, else the longest prefix if marked `^~`, else the first pattern, else that prefix. */
function locationFor(locations: readonly Location[], path: string): Location | undefined {
  const exact = locations.find(({ kind, at }) => kind === '=' && at === path);
  const [longest] = locations
    .filter(({ kind, at }) => (kind === 'prefix' || kind === '^~') && path.startsWith(at))
    .sort((a, b) => b.at.length - a.at.length);
  if (exact || longest?.kind === '^~') return exact ?? longest;
  return locations.find(({ kind, at }) => kind === '~' && new RegExp(at).test(path)) ?? longest;
}

const locations = locationsOf(committed);
const serviceFor = (path: string): string | undefined =>
  /proxy_pass http:\/\/(\w+);/.exec(locationFor(locations, path)?.lines ?? '')?.[1];

test('the committed configuration is what the endpoint table makes: node tools/proxy-config.mjs --write', () => {
  expect(committed).toBe(nginxConfig(composeProxy));
});

test.each(Object.entries(endpoints).map(([name, { path, kind }]) => [name, kind, path] as const))(
  '%s goes to the %s service',
  (_name, kind, path) => {
    expect(serviceFor(path.replaceAll(/\{\w+\}/g, '01JD8X.y-z'))).toBe(kind);
  },
);

test('what is no call goes where it is answered', () => {
  for (const path of ['/socket.io/', '/.well-known/security.txt']) expect(serviceFor(path)).toBe('query');
  for (const path of [
    '/api',
    '/api/openapi.json',
    '/api/docs/swagger-ui.css',
    '/api/poc/schedule/a/b',
    '/api/nothing',
  ]) {
    expect(serviceFor(path)).toBe('query');
  }
  for (const path of [
    '/',
    '/login',
    '/assets/index.js',
    '/favicon.svg',
    '/metrics',
    '/readyz',
    '/apiary',
    '/.well-known/x',
  ]) {
    expect(serviceFor(path)).toBeUndefined();
  }
});

test('a body may be as long as its call reads, and no longer', () => {
  const limits = new Map(splitOfPaths().map(({ path, bodyAtMost }) => [path, bodyAtMost]));
  expect(limits.get('/api/create-appointments')).toBe(16 * 1024);
  expect(limits.get('/api/poc/update-profile-image')).toBe(5 * 1024 * 1024 + 16 * 1024);
  expect(committed).toMatch(/^ {4}client_max_body_size 16k;$/m);
  expect(locationFor(locations, '/api/poc/update-profile-image')?.lines).toContain('client_max_body_size 5136k;');
});

test('only a query may be asked of a second service once it was sent', () => {
  for (const { at, lines } of locations.filter(({ at }) => !at.includes('socket.io'))) {
    const repeats = lines.includes('non_idempotent');
    expect([at, repeats]).toEqual([at, lines.includes('http://query;')]);
  }
});

test('two services can not share a path', () => {
  const { signIn, listClients } = endpoints;
  expect(() => splitOfPaths({ signIn, listClients: { ...listClients, path: signIn.path } })).toThrow(
    '/api/poc-login belongs to both services.',
  );
});
