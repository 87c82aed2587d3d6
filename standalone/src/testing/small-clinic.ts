import { tmpdir } from 'node:os';
import { createCommands } from '@dayline/command-service/commands';
import { createKernels } from '@dayline/command-service/kernels';
import { systemContext } from '@dayline/command-service/system-context';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { systemClock } from '@dayline/platform/clock';
import { readConfig } from '@dayline/platform/config/config';
import type { Environment } from '@dayline/platform/config/settings';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { openPasswords } from '@dayline/platform/session/passwords';
import { openStores, type StoreSettings, type Stores } from '@dayline/platform/stores/open';
import { demoClients, demoPassword } from '../demo/people.ts';
import { everyDay, hours } from './clinic-desk.ts';
import { type SignedIn, signIn } from './desk-calls.ts';
import { sharedSecrets } from './services.ts';

/** A client with one doctor, made on whatever stores the settings name. */
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

/** The stores that the processes of a test use, as the test itself opens them. */
export function storesOf(env: Environment): StoreSettings {
  const read = readConfig({ ...sharedSecrets, DATA_DIR: tmpdir(), ...env });
  if (!read.ok) throw new Error(read.problem);
  return read.config;
}

/** Works on the processes' stores beside them. */
export async function atStores<Result>(env: Environment, work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const stores = await openStores(storesOf(env));
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** By day a slot of three places every half hour, and some until just before midnight: "today" always has a free time. */
const week = everyDay(hours('08:00', '20:00', 3), hours('23:30', '23:58', 2, 4));

/** Dr. Asha Menon of the demo's first client, with that client's accounts, and nothing else: no appointment, no patient. */
export function prepareSmallClinic(env: Environment): Promise<SmallClinic> {
  const [sunrise] = demoClients;
  if (!sunrise) throw new Error('The demo has no client.');
  return atStores(env, async ({ log, vault }) => {
    const clock = systemClock;
    const kernels = createKernels({ log: openSealedLog(log, vault.keys), clock });
    const rules = { horizonDays: 60, undoWindowMs: 15_000 };
    const commands = createCommands({ kernels, vault, passwords: openPasswords(), rules });
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
