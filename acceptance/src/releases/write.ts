// Run as a process, `npm run release-data`: writes the data folder of this release, with the answers read from it. Run
// once, at the release: later builds must open it as it is.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { fillClinic } from './fill.ts';
import { answersOf, makeClinic, pack, releases } from './released-data.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const folder = join(releases, version);
const dataDir = temporaryData();
try {
  const clinic = await makeClinic(dataDir);
  const product = await startProduct(dataDir, sharedSecrets);
  await fillClinic(product.url, clinic);
  const answers = await answersOf(product.url);
  await product.stop();
  mkdirSync(folder, { recursive: true });
  pack(dataDir, folder);
  writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(answers, null, 1)}\n`);
} finally {
  removeData(dataDir);
}
