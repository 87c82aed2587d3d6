import { streams } from '@dayline/contracts/events/categories';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import { addressScope } from '../unique-values/email-address.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const former = 'settled.former@sunrise.example';
const next = 'settled.next@sunrise.example';

const claimed = () => stage.vault.outbox.claim(60_000);

/** What the follower does with the events of a stream. */
async function settle(stream: string): Promise<void> {
  const { types, handle } = stage.service.addresses;
  const events = await stage.stored.readStream(stream);
  const handled = events.filter(({ type }) => types?.includes(type));
  await handle(handled, new AbortController().signal);
}

test('the account of a doctor follows the doctor’s stream, wherever the process ended', async () => {
  const { commands } = stage.service;
  const doctor = { departmentId: stage.departmentId, name: 'Leela Iyer', contactNumber: '9876500009', email: former };
  const { pocId } = accepted(await commands.addDoctor(doctor, stage.by()));
  const account = { email: former, role: 'doctor', name: 'Dr. Leela Iyer', pocId, password: 'Long#Password1' } as const;
  const { accountId } = accepted(await commands.openAccount(account, stage.by()));
  accepted(await commands.changeDoctorEmail({ pocId, email: next }, stage.by()));
  // As if the process ended right after the doctor's events.
  accepted(await commands.confirmDoctorEmail({ pocId, email: next }, stage.by()));
  const found = async () => [(await stage.vault.accounts.byId(accountId))?.email, await holderOf(former)];
  const holderOf = async (email: string) => (await stage.vault.reservations.find(addressScope, email))?.id ?? null;
  expect(await found()).toEqual([former, pocId]);
  // Twice: a follower can be given an event again.
  for (const stream of [streams.doctor(pocId), streams.account(accountId)]) {
    await settle(stream);
    await settle(stream);
  }
  expect(await found()).toEqual([next, null]);
  expect(await holderOf(next)).toBe(pocId);
  const changes = (await stage.stored.readStream(streams.account(accountId))).map(({ type }) => type);
  expect(changes).toEqual(['AccountOpened', 'AccountEmailChanged']);
  // The command didn't reach the notice either.
  const letters = [];
  for (let job = await claimed(); job; job = await claimed()) letters.push(JSON.parse(job.payload));
  expect(letters.filter(({ kind }) => kind === 'emailChanged')).toMatchObject([{ accountId, to: former }]);
});
