import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { awaitRoomInTheDay, copyOfSeeded, demoData } from '@dayline/acceptance/testing/demo-data';
import { ageProofs, ageUse } from '@dayline/acceptance/testing/processes/age-proofs';
import { messageToken } from '@dayline/acceptance/testing/processes/message-token';
import { type Product, removeData, startProduct } from '@dayline/acceptance/testing/processes/product';

/** The built product, running on the stories' data. */
export interface Clinic {
  /** Where browsers start, in rotation if several services serve the pages. */
  readonly urls: readonly [string, ...string[]];
  /** Why it can't run here; if set, its stories are skipped. */
  readonly missing?: string;
  /** SIGTERM, as an operator sends it. */
  stop(): Promise<void>;
  /** On the same port and data as before. */
  startAgain(): Promise<void>;
  /** The links in emails to an address, newest first; empty if there are none. Only for the product in one process. */
  linksTo?(address: string): string[];
  /** Makes everybody's last proof too old for sensitive acts. Only for the product in one process. */
  ageProofs?(): void;
  /** Makes an account's sessions unused for this much longer (ms). Only for the product in one process. */
  ageUse?(accountId: string, ms: number): void;
  /** The token of the link in an email to a patient. Only for the product in one process. */
  messageToken?(patientId: string, appointmentId?: string): Promise<string>;
  /** With separate services: the network between them and MongoDB. */
  readonly mongodbProxy?: { cut(): void; restore(): void };
}

const prepare = fileURLToPath(import.meta.resolve('@dayline/acceptance/testing/prepare-stories'));
export const settings = {
  ...{ DEMO: 'on', PUBLIC_CALLS_PER_MINUTE: '100000' },
  // The story's own sign-in provider.
  SINGLE_SIGN_ON_PRIVATE_HOSTS: '127.0.0.1',
};
export const minutesOfARun = 7;

/** Without a mail server, email is written to the folder `outbox`; its text part is quoted-printable. */
function linksIn(folder: string, address: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => ({ at: statSync(join(folder, name)).mtimeMs, text: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ text }) => text.includes(`To: ${address}`))
    .sort((a, b) => b.at - a.at)
    .flatMap(({ text }) => /https?:\/\/\S+/.exec(text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[0] ?? []);
}

/** Starts the product on its own data folder; `end` stops it and removes the folder. */
export async function openClinic(): Promise<Clinic & { end(): Promise<void> }> {
  await awaitRoomInTheDay(minutesOfARun);
  const dataDir = await copyOfSeeded('stories', async (folder) => {
    // In npm test the acceptance tests have made it.
    const demo = await demoData();
    cpSync(demo, folder, { recursive: true });
    removeData(demo);
    execFileSync(process.execPath, [prepare, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  });
  let product: Product = await startProduct(dataDir, settings);
  const { url } = product;
  let isUp = true;
  const stop = async (): Promise<void> => {
    if (!isUp) return;
    isUp = false;
    await product.stop();
  };
  return {
    urls: [url],
    ageProofs: () => ageProofs(dataDir),
    ageUse: (accountId, ms) => ageUse(dataDir, accountId, ms),
    messageToken: (...of) => messageToken(dataDir, ...of),
    linksTo: (address) => linksIn(join(dataDir, 'outbox'), address),
    stop,
    async startAgain() {
      product = await startProduct(dataDir, { ...settings, PORT: new URL(url).port });
      isUp = true;
    },
    async end() {
      await stop();
      removeData(dataDir);
    },
  };
}
