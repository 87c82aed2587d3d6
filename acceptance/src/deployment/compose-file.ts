import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
export const composeText = textOf('docker-compose.yml');

export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly [more: string]: unknown;
}

// Cast is safe: a test validates the file with the specification's schema.
export const compose = parse(composeText, { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
};

/** Secrets generated as .env.example describes. */
export const secrets = {
  MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64'),
  SESSION_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f00123456789abcdef',
  MONGODB_PASSWORD: '7d8e9f',
  MONGODB_QUERY_PASSWORD: '8e9fa0',
  MONGODB_PROJECTOR_PASSWORD: '9fa0b1',
  MONGODB_ROOT_PASSWORD: '1a2b3c',
  MONGODB_REPLICA_KEY: '4d5e6f',
};

export const required = { ...secrets, PUBLIC_URL: 'http://localhost:8080' };

/** `${NAME}`, `${NAME:-fallback}` and `${NAME:?complaint}`, as Compose reads them. */
const filled = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, sign: string | undefined, rest: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    if (sign === '?') throw new Error(`${name} is required`);
    return sign === '-' ? rest : '';
  });

/** The environment that Compose gives a service, with those secrets. */
export const environmentOf = ({ environment = {} }: ComposeService): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(String(value), required)]));
