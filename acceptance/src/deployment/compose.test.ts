import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeProxy } from '@dayline/http/proxy/nginx';
import { readSettings, settings } from '@dayline/runtime/config/settings';
import { Ajv } from 'ajv';
import { compose, composeText, environmentOf, required, root, secrets, textOf } from './compose-file.ts';

const dockerfile = textOf('Dockerfile');
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build?.target === 'service');

test('the file is what the Compose Specification calls one', () => {
  const { $schema: _, ...schema } = JSON.parse(
    readFileSync(fileURLToPath(new URL('./compose-spec.schema.json', import.meta.url)), 'utf8'),
  );
  // Formats of the Compose specification; the first is checked here, the others by the engine.
  const formats = {
    duration: /^(?:\d+(?:us|ms|s|m|h))+$/,
    ports: true,
    expose: true,
    subnet_ip_address: true,
  } as const;
  const check = new Ajv({ strict: false, allErrors: true, formats }).compile(schema);
  check(compose);
  expect(check.errors ?? []).toEqual([]);
  // Proves that the schema rejects something.
  expect(check({ services: { a: { imagge: 'x' } } })).toBe(false);
  // An unquoted line with a colon is not a string.
  expect(check({ services: { a: { healthcheck: { test: ['CMD', { 'ok ? 0 ': 1 }] } } } })).toBe(false);
});

test('the services that the architecture names are there, two of them for queries', () => {
  expect(Object.keys(compose.services)).toEqual([
    'kurrentdb',
    'mongodb',
    'command-service',
    'query-1',
    'query-2',
    'projector',
    'chatbot',
    'proxy',
    'mail',
  ]);
  expect(composeProxy.commandServices).toEqual(['command-service:3000']);
  expect(composeProxy.queryServices).toEqual(['query-1:3000', 'query-2:3000']);
});

test.each(services)('%s has a health check, restarts, comes from an exact version and is confined', (name, service) => {
  expect(service['healthcheck']).toMatchObject({ test: expect.any(Array), interval: expect.any(String) });
  expect(service['restart']).toBe('unless-stopped');
  expect(service.image).toMatch(/^[\w./-]+:v?\d+\.\d+\.\d+$/);
  expect(service['cap_drop']).toEqual(['ALL']);
  expect(service['security_opt']).toEqual(['no-new-privileges:true']);
  expect(service['deploy']).toMatchObject({ resources: { limits: { memory: expect.any(String) } } });
  // The event store also writes outside its volumes; its image's own user is not root.
  if (name !== 'kurrentdb') expect(service.read_only).toBe(true);
  expect(service.user ?? '').not.toMatch(/^(?:root|0)/);
});

test('the stores are reached by the services alone', () => {
  expect(compose.networks['stores']).toEqual({ internal: true });
  for (const name of ['kurrentdb', 'mongodb']) {
    expect(compose.services[name]?.networks).toEqual(['stores']);
    expect(compose.services[name]?.ports).toBeUndefined();
  }
  for (const [name, { networks }] of services) {
    const isStore = name === 'kurrentdb' || name === 'mongodb';
    expect([name, networks.includes('stores')]).toEqual([name, isStore || ours.some(([own]) => own === name)]);
  }
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy', 'mail']);
  expect(compose.services['mail']?.ports).toEqual(['127.0.0.1:8025:8025']);
});

const accounts = new Map([
  ['command-service', 'dayline:7d8e9f'],
  ['chatbot', 'dayline:7d8e9f'],
  ['projector', 'dayline-projector:9fa0b1'],
]);

test.each(ours)(
  'what %s is given are settings that it reads and takes in production, without demo data',
  (name, service) => {
    const given = environmentOf(service);
    expect(Object.keys(given).filter((name) => !(name in settings))).toEqual([]);
    const read = readSettings(given);
    expect(read).toMatchObject({
      ok: true,
      settings: {
        NODE_ENV: 'production',
        DEMO: false,
        HOST: '0.0.0.0',
        PORT: 3000,
        TRUST_PROXY: 1,
        METRICS_TOKEN: null,
      },
    });
    expect(given['EVENT_STORE_URL']).toMatch(/^esdb:\/\/kurrentdb:2113/);
    const account = accounts.get(name) ?? 'dayline-query:8e9fa0';
    expect(given['VIEW_STORE_URL']).toBe(`mongodb://${account}@mongodb:27017/dayline?replicaSet=rs0&authSource=admin`);
  },
);

test('each secret and the public address are required, no secret has a value here, and .env.example has a line for each variable', () => {
  const named = new Map(
    [...composeText.matchAll(/(?<!\$)\$\{(\w+)(?::([-?])[^}]*)?\}/g)].map(([, name = '', sign]) => [name, sign]),
  );
  for (const name of Object.keys(required)) expect([name, named.get(name)]).toEqual([name, '?']);
  const example = new Map(
    [...textOf('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value]),
  );
  expect([...named.keys()].filter((name) => !example.has(name))).toEqual([]);
  expect([...example.keys()].filter((name) => !named.has(name))).toEqual([]);
  for (const name of [...Object.keys(secrets), 'METRICS_TOKEN']) expect([name, example.get(name)]).toEqual([name, '']);
});

test('each target, file and command that is named exists', () => {
  const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  for (const [, { build }] of services) if (build) expect(targets).toContain(build.target);
  for (const [, { command }] of ours) {
    const [node, file = ''] = command ?? [];
    expect(node).toBe('node');
    expect(existsSync(join(root, file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')))).toBe(true);
    expect(dockerfile).toContain(`COPY --from=build /app/${file.split('/')[0]}/dist `);
  }
  for (const [, { volumes }] of services) {
    for (const volume of volumes ?? []) {
      const [from = ''] = volume.split(':');
      if (from.startsWith('./')) expect([from, existsSync(join(root, from))]).toEqual([from, true]);
    }
  }
});

test('the images come from exact versions, run as nobody in particular, and have every workspace', () => {
  for (const [, image = ''] of dockerfile.matchAll(/^FROM (\S+:\S+) AS/gm)) expect(image).toMatch(/:\d+\.\d+\.\d+-/);
  const stages = dockerfile.split(/^FROM /m).slice(1);
  for (const target of ['service', 'proxy']) {
    const stage = stages.find((text) => new RegExp(`^\\S+ AS ${target}\\n`).test(text)) ?? '';
    expect([target, /^USER (?!root|0)\S+$/m.test(stage)]).toEqual([target, true]);
    expect([target, /^HEALTHCHECK /m.test(stage)]).toEqual([target, true]);
  }
  const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: readonly string[] };
  for (const workspace of workspaces) expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
});

test('what the build copies is not kept from it, and what is secret or built elsewhere is', () => {
  const ignored = textOf('.dockerignore').split('\n');
  expect(ignored).toContain('*');
  for (const [, from = ''] of dockerfile.matchAll(/^COPY (?!--from)(\S+)/gm)) {
    expect(existsSync(join(root, from))).toBe(true);
    const parts = from.split('/').map((_, index, all) => `!${all.slice(0, index + 1).join('/')}`);
    expect([from, parts.some((line) => ignored.includes(line))]).toEqual([from, true]);
  }
  for (const line of ['**/node_modules', '**/dist', '**/.env']) expect(ignored).toContain(line);
});

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
(hasCompose ? test : test.skip)(
  'docker compose config reads the file (skipped where there is no docker compose)',
  () => {
    const { status, stderr } = spawnSync('docker', ['compose', '--env-file', '/dev/null', 'config', '--quiet'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...required },
    });
    expect([stderr, status]).toEqual(['', 0]);
  },
);

test('the image has a Node with long-term support', () => {
  const [, major = ''] = /^FROM node:(\d+)\.\d+\.\d+-/m.exec(dockerfile) ?? [];
  expect(['24', '26']).toContain(major);
});

test('the image carries the notice of every library that sharp brings along under the LGPL', () => {
  const packages = join(root, 'node_modules', '@img');
  const [folder = ''] = readdirSync(packages).filter((name) => name.startsWith('sharp-libvips-'));
  const readme = readFileSync(join(packages, folder, 'README.md'), 'utf8');
  const underLgpl = [...readme.matchAll(/^\| (\S+) +\| LGPL/gm)].map(([, name = '']) => name);
  expect(underLgpl).toContain('libvips');
  const notice = textOf('THIRD_PARTY_NOTICES.md');
  expect(underLgpl.filter((name) => !notice.includes(name))).toEqual([]);
  expect(dockerfile).toContain('COPY LICENSE THIRD_PARTY_NOTICES.md ./\nCOPY licenses licenses\n');
  for (const file of ['LGPL-3.0.txt', 'GPL-3.0.txt'])
    expect(textOf(`licenses/${file}`)).toContain('Version 3, 29 June 2007');
});
