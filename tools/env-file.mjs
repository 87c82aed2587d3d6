// npm run env: writes the .env that `docker compose up` needs, from .env.example, with a new secret wherever that file
// says how to generate one. Never overwrites: without the old MASTER_KEY, every name and phone number is lost.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

/**
 * Fills the empty variables after a comment with `openssl rand -base64|hex <bytes>`, up to the next other kind of line.
 */
export function withSecrets(example) {
  let recipe = null;
  const lines = example.split('\n').map((line) => {
    const found = /^#.*openssl rand -(base64|hex) (\d+)/.exec(line);
    if (found) recipe = { encoding: found[1], bytes: Number(found[2]) };
    else if (!/^(#.*|\w+=)$/.test(line)) recipe = null;
    return recipe && line.endsWith('=') ? line + randomBytes(recipe.bytes).toString(recipe.encoding) : line;
  });
  return lines
    .join('\n')
    .replace(/^# Copy to \.env.*\n/, '# Made by npm run env. `docker compose` reads it; the product does not.\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = join(root, '.env');
  try {
    const text = withSecrets(readFileSync(join(root, '.env.example'), 'utf8'));
    // wx: fails if the file exists.
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    console.log(`${file} is written, for its owner alone. Keep a copy of MASTER_KEY in another place.`);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    console.error(`${file} exists and is left as it is.`);
    process.exitCode = 1;
  }
}
