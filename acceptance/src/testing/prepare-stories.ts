// Run as a process: fills the given data folder, or the stores of the settings, for the browser stories, and exits.

import { systemContext } from '@dayline/command-service/command-handler/system-context';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { systemClock } from '@dayline/runtime/clock';
import { readConfig } from '@dayline/runtime/config/config';
import { createLogger } from '@dayline/runtime/logging/logger';
import { demoPassword, weeks } from '@dayline/standalone/demo/clients';
import { seedOnFirstStart } from '@dayline/standalone/demo/first-start';
import { appendInTurns } from '@dayline/standalone/demo/turns';
import { startEmbedded } from '@dayline/standalone/embedded';

/** A client without appointments, for empty pages. */
const quiet = { name: 'Quiet Clinic', department: 'General Medicine', doctor: 'Dr. Mira Sethi' } as const;

/**
 * The demo's first doctor can be booked until just before midnight, by all stories in the last slot only, so that
 * "today" has a free time until 23:52.
 */
const lateHours = { startTime: '23:30', endTime: '23:58', appointmentsPerSlot: 10, slotDuration: 4 };

function done<Result extends object>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new Error(`The stories' data were refused: ${result.refused}`);
  return result;
}

const read = readConfig({ ...process.env, DATA_DIR: process.argv[2], PORT: '0', LOG_LEVEL: 'warn', DEMO: 'on' });
if (!read.ok) throw new Error(read.problem);
const { config } = read;
const turns = appendInTurns();
const embedded = await startEmbedded({
  config,
  logger: createLogger('prepare-stories', { level: 'warn' }),
  webFolder: null,
  appendsOver: turns.over,
  beforeListening: async (commands, log) => {
    await seedOnFirstStart({ config, now: systemClock.now() }, { commands, turns, log }, () => undefined);
  },
});
const { commands } = embedded;

const signIn = await fetch(`http://127.0.0.1:${embedded.port}/api/poc-login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'doctor@sunrise.example', password: demoPassword, role: 'doctor' }),
});
// Cast is safe: the server validates its response.
const { user } = (await signIn.json()) as { user: { clientId: string; pocId: string } };
const week = weeks.cardiology.map(({ day, timeIntervals }) => ({ day, timeIntervals: [...timeIntervals, lateHours] }));
const by = (clientId: string) => systemContext({ clock: systemClock, clientId });
done(await commands.setWeeklySchedule({ pocId: user.pocId, week }, by(user.clientId)));

const { clientId } = done(await commands.onboardClient({ name: quiet.name }, by('')));
const { departmentId } = done(await commands.openDepartment({ name: quiet.department }, by(clientId)));
const doctorEmail = 'doctor@quiet.example';
const { pocId } = done(
  await commands.addDoctor(
    { departmentId, name: quiet.doctor, contactNumber: '919845098450', email: doctorEmail },
    by(clientId),
  ),
);
const password = demoPassword;
done(
  await commands.openAccount(
    { email: 'admin@quiet.example', role: 'admin', name: 'Quiet Desk', pocId: null, password },
    by(clientId),
  ),
);
for (const auditor of [
  { email: 'careful@quiet.example', name: 'Careful Auditor' },
  { email: 'mindful@quiet.example', name: 'Mindful Auditor' },
]) {
  done(await commands.openAccount({ ...auditor, role: 'auditor', pocId: null, password }, by(clientId)));
}
done(
  await commands.openAccount({ email: doctorEmail, role: 'doctor', name: quiet.doctor, pocId, password }, by(clientId)),
);
await embedded.stop();
