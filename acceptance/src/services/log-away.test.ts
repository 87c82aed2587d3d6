import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { send } from '@dayline/http/testing/send';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { eventually } from '../testing/event-file.ts';
import { removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { prepareSmallClinic } from '../testing/small-clinic.ts';

/** One process while EventStoreDB is unavailable: "reads and sign-out need no log", and operators see it. */

const page = readFileSync(fileURLToPath(new URL('../../../docs/operations/watch.md', import.meta.url)), 'utf8');
/** The metrics that docs/operations/watch.md lists for alerts. */
const alerting = [
  ...(page
    .slice(page.indexOf('| metric | alert at |'))
    .split('\n\n')[0]
    ?.matchAll(/`(dayline_\w+)`/g) ?? []),
]
  .map(([, name]) => name ?? '')
  .filter((name) => name !== 'dayline_append_conflicts_total');

test('reads and sign-out go on, the log says it once, and the figures of the alerts stay and tell it', async () => {
  const log = await startFaultyEventStore();
  const folder = temporaryData();
  const env = { ...sharedSecrets, EVENT_STORE_URL: log.url, DATA_DIR: folder, LOG_LEVEL: 'info' };
  const clinic = await prepareSmallClinic(env);
  const product = await startProduct(folder, env);
  const figures = async () => (await send(product.url, { method: 'GET', path: '/metrics' })).text;
  try {
    const { clientId } = clinic;
    const admin = await clinic.signIn(product.url);
    expect(alerting.length).toBeGreaterThan(4);
    expect(await figures()).toContain('dayline_log_up 1\n');
    await log.faults.stop();
    await eventually('the log is known to be unavailable', async () =>
      (await figures()).includes('dayline_log_up 0\n'),
    );
    // A command, so that its counter has a value.
    const refused = await admin.call('updateSchedule', { schedule: [] });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    for (let reads = 0; reads < 24; reads += 1) {
      const { status } = await admin.call('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' });
      expect(status).toBe(200);
    }
    const text = await figures();
    for (const name of alerting) expect(text).toMatch(new RegExp(`^${name}(\\{.*\\})? \\S+$`, 'm'));
    expect(text).toMatch(/^dayline_projector_running\{projection="desk@\d+"\} 0$/m);
    expect((await admin.call('signOut', {})).status).toBe(200);
    await log.faults.start();
    await eventually('it is back', async () => /dayline_projector_running\{.*\} 1$/m.test(await figures()));
    const lines = product.output().split('\n');
    expect(lines.filter((line) => line.includes('"the event log is unavailable"'))).toHaveLength(1);
    expect(
      lines.filter((line) => line.includes('"the event log is available again"') && line.includes('awayMs')),
    ).toHaveLength(1);
  } finally {
    await product.stop();
    await log.stop();
    removeData(folder);
  }
});
