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
import { everyDay, hours } from './clinic-desk.ts';
import { callerAt, type SignedIn } from './desk-calls.ts';
import { sharedSecrets } from './services.ts';

/** A client with one doctor and one administrator, made on whatever stores the settings name. */
export interface SmallClinic {
  readonly clientId: string;
  readonly pocId: string;
  /** Signs the administrator in through this address. */
  signIn(url: string): Promise<SignedIn>;
}

const email = 'desk@small.example';
const password = 'Sunrise#2026';

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

/** The doctor has a slot of three places every half hour from 08:00 on, each day. */
export function prepareSmallClinic(env: Environment): Promise<SmallClinic> {
  return atStores(env, async ({ log, vault }) => {
    const clock = systemClock;
    const kernels = createKernels({ log: openSealedLog(log, vault.keys), clock });
    const rules = { horizonDays: 60, undoWindowMs: 15_000 };
    const commands = createCommands({ kernels, vault, passwords: openPasswords(), rules });
    const by = (clientId: string) => systemContext({ clock, clientId });
    const { clientId } = done(await commands.onboardClient({ name: 'Small Clinic' }, by('')));
    const { departmentId } = done(await commands.openDepartment({ name: 'Cardiology' }, by(clientId)));
    const doctor = { departmentId, name: 'Dr. Asha Menon', contactNumber: '919845098450', email: 'asha@small.example' };
    const { pocId } = done(await commands.addDoctor(doctor, by(clientId)));
    const week = everyDay(hours('08:00', '20:00', 3)).map((day) => ({ ...day, timeIntervals: [...day.timeIntervals] }));
    done(await commands.setWeeklySchedule({ pocId, week }, by(clientId)));
    done(await commands.openAccount({ email, role: 'admin', name: 'Desk', pocId: null, password }, by(clientId)));
    return {
      clientId,
      pocId,
      async signIn(url) {
        const answer = await callerAt(url, '').call('signIn', { email, password, role: 'admin', clientId });
        const { user } = answer.reply();
        const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
        return { ...callerAt(url, cookie), user };
      },
    };
  });
}
