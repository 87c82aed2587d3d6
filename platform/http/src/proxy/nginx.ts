import { readFileSync } from 'node:fs';
import { type ErrorCode, sentenceOf, statusOf } from '@dayline/contracts/errors';
import { livePath } from '@dayline/contracts/live';
import { pagePattern } from '@dayline/contracts/page-paths';
import { bodyLimit } from '../request/body.ts';
import { securityHeaders } from '../security-headers.ts';
import { type SplitPath, splitOfPaths } from './split.ts';

/** A proxy's address, folders and upstreams. */
export interface ProxySettings {
  /** Value of `listen`: a port, or an address and a port. */
  readonly listen: string;
  /** Files in PEM format; absent if TLS ends before the proxy. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
  /** The built web application. */
  readonly webFolder: string;
  /** Writable folder for its pid file and buffered bodies. */
  readonly runFolder: string;
  readonly mimeTypes: string;
  readonly accessLog: string;
  /** DNS server for the services' addresses, which change with containers; null if they are fixed. */
  readonly resolver: string | null;
  readonly commandServices: readonly string[];
  readonly queryServices: readonly string[];
  /** The chatbot, if it is a process of its own; it need not run. */
  readonly chatbot?: string | undefined;
}

/** The proxy in docker-compose.yml. */
export const composeProxy: ProxySettings = {
  listen: '8080',
  webFolder: '/usr/share/dayline/web',
  runFolder: '/tmp',
  mimeTypes: '/etc/nginx/mime.types',
  accessLog: '/dev/stdout',
  // Docker's DNS in every compose network.
  resolver: '127.0.0.11',
  commandServices: ['command-service:3000'],
  queryServices: ['query-1:3000', 'query-2:3000'],
  chatbot: 'chatbot:3000',
};

const template = new URL('../../../../deploy/nginx.template.conf', import.meta.url);

/** The complete nginx configuration in front of the services: the template filled from the endpoint table. */
export function nginxConfig(settings: ProxySettings, split: readonly SplitPath[] = splitOfPaths()): string {
  const { runFolder, mimeTypes, accessLog, webFolder, resolver } = settings;
  const [headers, headerMaps] = headerLines();
  const values: Readonly<Record<string, string | readonly string[]>> = {
    ...{ runFolder, mimeTypes, accessLog, webFolder, livePath, pagePattern, headers, headerMaps },
    made: 'Made by tools/proxy-config.mjs from nginx.template.conf and the endpoint table: change those, not this.',
    resolver: resolver === null ? [] : `resolver ${resolver} valid=10s ipv6=off;`,
    livePattern: livePath.replaceAll('.', '\\.'),
    upstreams: upstreams(settings),
    listen: listenLines(settings),
    calls: [...chatbotLocation(settings), ...callLocations(split)],
    tooLarge: failure('request.too-large'),
    unavailable: failure('service.unavailable'),
  };
  const fill = (line: string): string => {
    const [marker, name = ''] = /\{\{(\w+)\}\}/.exec(line) ?? [];
    if (marker === undefined) return line;
    return [values[name] ?? []]
      .flat()
      .map((value) => line.replace(marker, () => value).trimEnd())
      .join('\n');
  };
  return readFileSync(template, 'utf8').split('\n').map(fill).join('\n');
}

/** Single-quoted in nginx syntax. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function upstreams({ resolver, commandServices, queryServices }: ProxySettings): readonly string[] {
  const again = resolver === null ? '' : ' resolve';
  const upstream = (name: string, servers: readonly string[]) => [
    `upstream ${name} {`,
    `  zone ${name} 64k;`,
    '  least_conn;',
    ...servers.map((address) => `  server ${address}${again} max_fails=2 fail_timeout=5s;`),
    // Shorter than a service keeps idle connections (65 s), so that none is used while it closes.
    '  keepalive 64;',
    '  keepalive_timeout 50s;',
    '}',
  ];
  return [...upstream('command', commandServices), ...upstream('query', queryServices)];
}

const listenLines = ({ listen, tls }: ProxySettings): readonly string[] =>
  tls === undefined
    ? [`listen ${listen};`]
    : [
        `listen ${listen} ssl;`,
        `ssl_certificate ${tls.certificate};`,
        `ssl_certificate_key ${tls.key};`,
        'ssl_protocols TLSv1.2 TLSv1.3;',
        'ssl_session_cache shared:dayline:1m;',
        'ssl_session_tickets off;',
      ];

/** A location for the calls of each service with the same limit for a body, then one for all other paths below /api. */
function callLocations(split: readonly SplitPath[]): readonly string[] {
  const isOther = ({ kind, bodyAtMost }: SplitPath) => kind === 'query' && bodyAtMost === bodyLimit;
  const groups = new Map<string, SplitPath[]>();
  for (const path of split.filter((candidate) => !isOther(candidate))) {
    const key = `${path.kind} ${path.bodyAtMost}`;
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  const locations = [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first) return [];
    const paths = [first, ...rest].map(({ path }) => path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+'));
    return [...locationOf(`~ ^(?:${paths.join('|')})$`, first), ''];
  });
  // A query service answers paths outside the table: its documents, and 404 like a failed call. The secret in the
  // address of a calendar feed is in no line of the access log.
  const query = { kind: 'query', bodyAtMost: bodyLimit } as const;
  const feeds = locationOf('~ ^/calendar/.', query, ['access_log off;']);
  return [...locations, ...feeds, '', ...locationOf('~ ^/api(?:/|$)', query)];
}

/** By a variable, so that nginx starts without it. Meta sends up to 3 MB. */
const chatbotLocation = ({ chatbot }: ProxySettings): readonly string[] =>
  chatbot === undefined
    ? []
    : [
        'location = /api/whatsapp/webhook {',
        '  client_max_body_size 3m;',
        "  add_header Retry-After '';",
        `  set $chatbot ${chatbot};`,
        '  proxy_pass http://$chatbot;',
        '}',
        '',
      ];

const locationOf = (
  match: string,
  { kind, bodyAtMost }: Omit<SplitPath, 'path'>,
  more: readonly string[] = [],
): readonly string[] => [
  `location ${match} {`,
  ...more.map((line) => `  ${line}`),
  ...(bodyAtMost === bodyLimit ? [] : [`  client_max_body_size ${bodyAtMost / 1024}k;`]),
  // Queries change nothing, so another service may be tried.
  ...(kind === 'query' ? ['  proxy_next_upstream error timeout non_idempotent;'] : []),
  "  add_header Retry-After '';",
  `  proxy_pass http://${kind};`,
  '}',
];

const failure = (code: ErrorCode): string => {
  const body = { success: false, code, message: sentenceOf(code), requestId: '$request_id' };
  return `${statusOf(code)} ${quoted(JSON.stringify(body))}`;
};

/**
 * The product's security headers for the proxy's own answers, and the maps for those that depend on TLS, as the
 * services decide by their settings. A header with an empty value isn't sent.
 */
function headerLines(): readonly [lines: readonly string[], maps: readonly string[]] {
  const valuesOf = (secure: boolean): ReadonlyMap<string, string> => {
    const list = securityHeaders({ secure });
    return new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? '']] : [])));
  };
  const plain = valuesOf(false);
  const lines: string[] = [];
  const maps: string[] = [];
  for (const [name, value] of valuesOf(true)) {
    const without = plain.get(name) ?? '';
    const variable = `$dayline_${name.replaceAll('-', '_')}`;
    lines.push(`add_header ${name} ${without === value ? quoted(value) : variable} always;`);
    if (without === value) continue;
    maps.push(`map $dayline_scheme ${variable} {`, `  https ${quoted(value)};`, `  default ${quoted(without)};`, '}');
  }
  return [lines, maps];
}
