import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { clinicNow, defaultZone } from '@dayline/contracts/clinic-time';
import { type Product, removeData, startProduct, temporaryData } from '@dayline/standalone/testing/product';

/** The built product under way with the stories' data. */
export interface Clinic {
  /** Where browsers begin; each further one at the next, where several services stand behind. */
  readonly urls: readonly [string, ...string[]];
  /** Why there is none here; its stories are skipped then. */
  readonly missing?: string;
  /** SIGTERM, as an operator ends it. */
  stop(): Promise<void>;
  /** On the same port and data as before. */
  startAgain(): Promise<void>;
  /** Where separate services stand behind: what lies between them and MongoDB. */
  readonly wayToMongodb?: { cut(): void; mend(): void };
}

const prepare = fileURLToPath(import.meta.resolve('@dayline/standalone/testing/prepare-stories'));
export const settings = { DEMO: 'on', PUBLIC_CALLS_PER_MINUTE: '100000' };
/** A run that crosses midnight would mean two days by "today". */
const minutesOfARun = 7;

/** Waits for the new day where the old one is nearly over; else it's done at once. */
export async function awaitRoomInTheDay(): Promise<void> {
  const startedOn = clinicNow(Date.now(), defaultZone).date;
  const soon = (): boolean => clinicNow(Date.now() + minutesOfARun * 60_000, defaultZone).date !== startedOn;
  while (soon() && clinicNow(Date.now(), defaultZone).date === startedOn) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Seeds a data folder and starts the product on it; `end` stops it and removes the folder. */
export async function openClinic(): Promise<Clinic & { end(): Promise<void> }> {
  await awaitRoomInTheDay();
  const dataDir = temporaryData();
  execFileSync(process.execPath, [prepare, dataDir], { stdio: ['ignore', 'ignore', 'inherit'] });
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
