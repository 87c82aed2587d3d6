import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { Figures } from '../report.ts';
import { spreadOf } from '../statistics.ts';
import type { LargeClient } from './data/data.ts';
import { dataToday } from './data/shape.ts';
import type { Wire } from './wire.ts';

interface Query {
  readonly what: string;
  readonly path: string;
  readonly as?: 'doctor';
  readonly request: object;
}

/** The queries that read the most: searches, far pages, whole lists, counts. */
function queriesOf({ clientId, pocId }: LargeClient): readonly Query[] {
  const details = { path: '/api/admin/appointment-details', request: { clientId, pageSize: 10 } };
  const audited = { path: '/api/audit/appointments', request: { clientId, pageSize: 10 } };
  const patients = { path: '/api/getUsers', request: { clientId, pageSize: 10 } };
  const searching = (list: typeof details, search: string) => ({
    path: list.path,
    request: { ...list.request, search },
  });
  return [
    { what: 'two letters in all appointments', ...searching(audited, 'sh') },
    {
      what: 'two letters in a status',
      path: details.path,
      request: { ...details.request, status: 'Availed', search: 'an' },
    },
    { what: 'a common name', ...searching(details, 'sharma') },
    { what: 'a name that nobody has', ...searching(details, 'zzyzx') },
    { what: 'two letters in the patients', ...searching(patients, 'ra') },
    { what: 'the middle page of all', path: details.path, request: { ...details.request, page: 50_000 } },
    { what: 'the middle page of the patients', path: patients.path, request: { ...patients.request, page: 5_000 } },
    { what: 'today of the client', path: '/api/admin/todays-appointments', request: { clientId } },
    { what: "the administrator's dashboard", path: '/api/admin/day-picture', request: { clientId } },
    { what: "the doctor's dashboard", path: '/api/poc/day-picture', as: 'doctor', request: { pocId } },
    { what: "a doctor's slots", path: '/api/appointments', request: { clientId, pocId } },
    { what: 'the newest activity', path: '/api/audit/activity', request: { clientId } },
    { what: 'corrections, undos and refusals', path: '/api/audit/activity', request: { clientId, notable: true } },
    {
      what: 'the activity of a day',
      path: '/api/audit/activity',
      request: { clientId, from: addDays(dataToday, -90), to: addDays(dataToday, -90) },
    },
  ];
}

/**
 * G18: how long one query alone blocks the event loop that answers commands. The largest median of all queries counts.
 */
export async function holdFigures(wire: Wire, client: LargeClient, rounds: number): Promise<Figures> {
  const cookies = { admin: await wire.signIn(client, 'admin'), doctor: await wire.signIn(client, 'doctor') };
  const holds: { readonly what: string; readonly ms: readonly number[] }[] = [];
  for (const { what, path, as = 'admin', request } of queriesOf(client)) {
    const body = JSON.stringify(request);
    const ms: number[] = [];
    await wire.text(path, body, cookies[as]);
    for (let round = 0; round < rounds; round += 1) {
      await wire.usage();
      await wire.text(path, body, cookies[as]);
      ms.push((await wire.usage()).maxHoldMs);
    }
    holds.push({ what, ms });
  }
  const spreads = holds.map(({ what, ms }) => ({ what, ...spreadOf(ms) }));
  const worst = spreads.reduce((a, b) => (b.value > a.value ? b : a));
  const { what, ...longest } = worst;
  return {
    goals: [{ goal: 'G18', what: `longest hold, ms: ${what}`, ...longest, must: 25, bound: 'atMost' }],
    plain: spreads.map((spread) => ({ ...spread, what: `hold of ${spread.what}`, unit: 'ms' })),
  };
}
