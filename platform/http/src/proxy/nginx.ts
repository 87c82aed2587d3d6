import type { CallKind } from '@dayline/contracts/endpoints/definition';
import { livePath } from '@dayline/contracts/live';
import { securityHeaders } from '../security-headers.ts';
import { block, quoted } from './directive.ts';
import { answerLocations } from './own-answers.ts';
import { type SplitPath, splitOfPaths } from './split.ts';
import { staticLocations } from './static-files.ts';

/** A proxy's address, folders and upstreams. */
export interface ProxySettings {
  /** Value of `listen`: a port, or an address and a port. */
  readonly listen: string;
  /** Files in PEM format; absent if TLS ends in front of it. */
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
};

/** The complete nginx configuration in front of the services, generated from the endpoint table. */
export function nginxConfig(settings: ProxySettings, split: readonly SplitPath[] = splitOfPaths()): string {
  const headers = headerLists();
  const blocks = [
    top(settings),
    http(settings, headers.maps),
    upstreams(settings),
    server(settings),
    ...split.map((path) => block(locationOf(path), passTo(path.kind, path.bodyAtMost))),
    // A query service answers paths outside the table: its documents, and 404 like a failed call.
    block('location ~ ^/api(?:/|$)', passTo('query', null)),
    live(),
    ...answerLocations(headers.lines),
    ...staticLocations(headers.lines),
  ];
  return `${blocks.join('\n\n')}\n  }\n}\n`;
}

const top = ({
  runFolder,
}: ProxySettings): string => `# Made by tools/proxy-config.mjs from the endpoint table: change that, not this.
worker_processes auto;
worker_rlimit_nofile 32768;
pid ${runFolder}/nginx.pid;
error_log stderr warn;

events {
  # A screen takes two: its own and the one to the query service.
  worker_connections 16384;
}`;

const http = (settings: ProxySettings, maps: readonly string[]): string => `http {
  include ${settings.mimeTypes};
  default_type application/octet-stream;
  server_tokens off;
  absolute_redirect off;
  sendfile on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${settings.runFolder}/nginx-${kind};`)
    .join('\n  ')}
${settings.resolver === null ? '' : `  resolver ${settings.resolver} valid=10s ipv6=off;\n`}
  # No address, no query string, no cookie: what a line of the product's own log has, and which service answered.
  log_format dayline escape=json '{"time":"$time_iso8601","method":"$request_method","path":"$uri","status":$status,'
    '"seconds":$request_time,"bytes":$body_bytes_sent,"service":"$upstream_addr","requestId":"$dayline_request"}';
  access_log ${settings.accessLog} dayline;

  # The service's own name for the request, where one answered.
  map $upstream_http_x_request_id $dayline_request {
    '' $request_id;
    default $upstream_http_x_request_id;
  }
  # Nothing but the live updates leaves HTTP.
  map $uri $dayline_upgrade {
    ~^${livePath.replaceAll('.', '\\.')}/ $http_upgrade;
    default '';
  }
  map $dayline_upgrade $dayline_connection {
    '' '';
    default upgrade;
  }
  # Whatever ends TLS in front says so.
  map $http_x_forwarded_proto $dayline_scheme {
    https https;
    default $scheme;
  }
${maps.join('\n')}`;

function upstreams({ resolver, commandServices, queryServices }: ProxySettings): string {
  const again = resolver === null ? '' : ' resolve';
  const upstream = (name: string, servers: readonly string[]) =>
    [
      `  upstream ${name} {`,
      `    zone ${name} 64k;`,
      '    least_conn;',
      ...servers.map((address) => `    server ${address}${again} max_fails=2 fail_timeout=5s;`),
      // Shorter than a service keeps idle connections (65 s), so that none is used while it closes.
      '    keepalive 64;',
      '    keepalive_timeout 50s;',
      '  }',
    ].join('\n');
  return [upstream('command', commandServices), upstream('query', queryServices)].join('\n');
}

const certificateOf = ({
  certificate,
  key,
}: NonNullable<ProxySettings['tls']>): string => `    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache shared:dayline:1m;
    ssl_session_tickets off;
`;

const server = ({ listen, tls, webFolder }: ProxySettings): string => `  server {
    listen ${listen}${tls ? ' ssl' : ''};
${tls ? certificateOf(tls) : ''}    root ${webFolder};
    client_max_body_size 16k;
    client_header_timeout 10s;
    client_body_timeout 10s;
    send_timeout 30s;
    keepalive_timeout 65s;

    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Connection $dayline_connection;
    proxy_set_header Upgrade $dayline_upgrade;
    # TRUST_PROXY=1 takes the last of these: what this proxy saw itself.
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $dayline_scheme;
    proxy_set_header Forwarded '';
    proxy_set_header X-Request-Id $request_id;
    proxy_connect_timeout 2s;
    proxy_send_timeout 15s;
    proxy_read_timeout 30s;
    proxy_next_upstream_tries 2;
    proxy_next_upstream_timeout 5s;`;

/** nginx matches exact paths before patterns, and patterns in order. */
function locationOf({ path }: SplitPath): string {
  if (!path.includes('{')) return `location = ${path}`;
  return `location ~ ^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`;
}

function passTo(kind: CallKind, bodyAtMost: number | null): readonly string[] {
  const own = bodyAtMost === null || bodyAtMost === 16 * 1024 ? [] : [`client_max_body_size ${bodyAtMost / 1024}k;`];
  // Queries change nothing and may be retried on another service; commands are only retried by their sender.
  const again = kind === 'query' ? 'error timeout non_idempotent' : 'error timeout';
  return [
    ...own,
    `proxy_next_upstream ${again};`,
    `proxy_pass http://${kind};`,
    'error_page 413 = @too_large;',
    'error_page 502 504 = @away;',
  ];
}

const live = (): string =>
  block(`location ^~ ${livePath}/`, [
    'client_max_body_size 64k;',
    'proxy_buffering off;',
    // Longer than the heartbeat of sockets (25 s and 20 s).
    'proxy_read_timeout 75s;',
    'proxy_send_timeout 75s;',
    'proxy_next_upstream error timeout;',
    'proxy_pass http://query;',
    'error_page 502 504 = @away;',
  ]);

/**
 * The product's security headers for the proxy's own answers. TLS-only headers depend on each request, as the services
 * decide by their settings.
 */
function headerLists(): { readonly lines: readonly string[]; readonly maps: readonly string[] } {
  const pairs = (secure: boolean): ReadonlyMap<string, string> => {
    const list = securityHeaders({ secure });
    return new Map(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? '']] : [])));
  };
  const [plain, secure] = [pairs(false), pairs(true)];
  const lines: string[] = [];
  const maps: string[] = [];
  for (const [name, value] of secure) {
    const without = plain.get(name) ?? '';
    if (without === value) {
      lines.push(`add_header ${name} ${quoted(value)} always;`);
      continue;
    }
    const variable = `$dayline_${name.replaceAll('-', '_')}`;
    // Headers with an empty value aren't sent.
    maps.push(`  map $dayline_scheme ${variable} {\n    https ${quoted(value)};\n    default ${quoted(without)};\n  }`);
    lines.push(`add_header ${name} ${variable} always;`);
  }
  return { lines, maps };
}
