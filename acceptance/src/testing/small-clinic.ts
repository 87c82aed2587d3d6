import { systemContext } from '@dayline/command-service/command-handler/system-context';
import { createAggregates, createCommands } from '@dayline/command-service/modules';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openPasswords } from '@dayline/http/session/passwords';
import { systemClock } from '@dayline/runtime/clock';
import { readConfig } from '@dayline/runtime/config/config';
import type { Environment } from '@dayline/runtime/config/settings';
import { demoClients, demoPassword } from '@dayline/standalone/demo/clients';
import { openStores, type StoreParts, type Stores, type WholeSettings } from '@dayline/stores/open';
import { type SignedIn, signIn } from './http-caller.ts';
import { removeData, temporaryData } from './processes/product.ts';
import { sharedSecrets } from './processes/services.ts';
import { everyDay, hours } from './started-clinic.ts';

/** A client with one doctor, created on the stores of the settings. */
export interface SmallClinic {
  readonly clientId: string;
  readonly pocId: string;
  /** Signs the administrator in through this address. */
  signIn(url: string): Promise<SignedIn>;
}

const doctorEmail = 'doctor@sunrise.example';

function done<Result extends object>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`The small clinic was refused: ${result.refused}`);
  return result;
}

function storesOf(env: Environment): WholeSettings {
  const read = readConfig({ ...sharedSecrets, ...env });
  if (!read.ok) throw new Error(read.problem);
  return read.config;
}

/** Works on the stores of a test's processes while they run; in a new folder if they don't share one. */
export async function atStores<Result>(
  env: Environment,
  work: (stores: Stores) => Promise<Result>,
  parts?: StoreParts,
): Promise<Result> {
  const folder = temporaryData();
  try {
    const stores = await openStores(storesOf({ DATA_DIR: folder, ...env }), parts);
    try {
      return await work(stores);
    } finally {
      await stores.close();
    }
  } finally {
    removeData(folder);
  }
}

/**
 * A slot of three places every half hour by day, and some until just before midnight: "today" always has a free time.
 */
const week = everyDay(hours('08:00', '20:00', 3), hours('23:30', '23:58', 2, 4));

/** Only Dr. Asha Menon of the demo's first client, with that client's accounts: no appointment, no patient. */
export function prepareSmallClinic(env: Environment): Promise<SmallClinic> {
  const [sunrise] = demoClients;
  if (!sunrise) throw new Error('The demo has no client.');
  return atStores(env, async ({ log, vault }) => {
    const clock = systemClock;
    const aggregates = createAggregates({ log: openSealedLog(log, vault.keys), clock });
    const config = { bookingHorizonDays: 60, undoWindowSeconds: 15 };
    const commands = createCommands({ aggregates, vault, passwords: openPasswords(), config });
    const by = (clientId: string) => systemContext({ clock, clientId });
    const { clientId } = done(await commands.onboardClient({ name: sunrise.name }, by('')));
    const { departmentId } = done(await commands.openDepartment({ name: 'Cardiology' }, by(clientId)));
    const doctor = { departmentId, name: 'Dr. Asha Menon', contactNumber: '919845098450', email: doctorEmail };
    const { pocId } = done(await commands.addDoctor(doctor, by(clientId)));
    const days = week.map((day) => ({ ...day, timeIntervals: [...day.timeIntervals] }));
    done(await commands.setWeeklySchedule({ pocId, week: days }, by(clientId)));
    for (const { email, name, role } of sunrise.accounts) {
      const ofDoctor = role === 'doctor' ? pocId : null;
      if (role === 'doctor' && email !== doctorEmail) continue;
      done(await commands.openAccount({ email, role, name, pocId: ofDoctor, password: demoPassword }, by(clientId)));
    }
    return { clientId, pocId, signIn: (url) => signIn(url, 'admin@sunrise.example') };
  });
}
