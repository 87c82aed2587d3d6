import type { IncomingMessage } from 'node:http';
import { isLocal } from './metrics-route.ts';

const requestOf = (remoteAddress: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
  // Cast is safe: nothing else of a request is read.
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(isLocal(requestOf(address, { host: 'localhost', 'x-request-id': '1', 'user-agent': 'curl' }))).toBe(true);
});

test.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '128.0.0.1', '', undefined])('%s is not', (address) => {
  expect(isLocal(requestOf(address))).toBe(false);
});

/** Headers as nginx, Apache, HAProxy, Caddy, Traefik, Envoy, CDNs and clouds add them. */
test.each([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-forwarded-prefix',
  'x-forwarded-client-cert',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-url',
  'x-envoy-external-address',
  'x-amzn-trace-id',
  'x-amz-cf-id',
  'x-azure-clientip',
  'x-appengine-user-ip',
  'x-cloud-trace-context',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'x-proxyuser-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-host',
  'proxy-connection',
  'client-ip',
  'wl-proxy-client-ip',
  'incap-client-ip',
  'x-sucuri-clientip',
  'akamai-origin-hop',
  'x-akamai-edgescape',
  'x-vercel-forwarded-for',
  'fly-client-ip',
  'do-connecting-ip',
  'x-nf-client-connection-ip',
  'x-arr-log-id',
  'x-traefik-router',
  'x-varnish',
  'x-proxy-id',
  'x-rewrite-url',
  'x-scheme',
  'x-https',
  'front-end-https',
  'ali-cdn-real-ip',
  'x-coming-from',
  'x-google-apps-metadata',
  'x-haproxy-server',
])('a request with %s came through a proxy on this machine', (header) => {
  expect(isLocal(requestOf('127.0.0.1', { [header]: '203.0.113.9' }))).toBe(false);
});
