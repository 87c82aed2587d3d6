import { setImmediate as turn } from 'node:timers/promises';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { EventLog } from '@dayline/event-log/port';
import { accepted, openStage, type Stage } from '../testing/stage.ts';

/** Required single sign-on without a provider would leave its local administrators alone in the hospital. */

let stage: Stage;
const provider = {
  ...{ providerName: 'Sunrise ID', issuer: 'https://login.sunrise.example', oidcClientId: 'dayline', secret: 'secret' },
  ...{ domains: ['sunrise.example'], hasSecondFactor: false },
};
beforeEach(async () => {
  stage = await openStage();
  const { accountId, name, clientId } = stage.admin;
  await stage.vault.accounts.add({
    ...{ accountId, email: 'desk1@sunrise.example', role: 'admin', name, clientId, pocId: null },
    ...{ passwordHash: null, sessionEpoch: 0 },
  });
  await stage.vault.accounts.setPassword(accountId, 'a hash');
  accepted(await stage.service.commands.setSingleSignOn(provider, stage.by()));
});
afterEach(() => stage.close());

/** A process whose appends take so long that the other one has decided by then. */
const slow = () =>
  stage.another(
    (log: EventLog): EventLog => ({
      ...log,
      async append(...call) {
        for (let times = 0; times < 100; times += 1) await turn();
        return log.append(...call);
      },
    }),
  ).commands;
const isRequired = async () => (await stage.vault.secondFactors.localAdministratorsOf(stage.clientId)) !== null;
const hasProvider = async () => (await stage.service.commands.singleSignOnOf(stage.clientId, 0)) !== null;

test.each(['the requirement', 'the removal'])(
  'of a requirement and a removal at once one is refused: first %s',
  async (first) => {
    const [one, other] = [slow(), slow()];
    const acts = [
      () => one.setSingleSignOnPolicy([stage.admin], stage.by()),
      () => other.removeSingleSignOn(stage.by()),
    ];
    const outcomes = await Promise.all((first === 'the removal' ? acts.reverse() : acts).map((act) => act()));
    const refusals = outcomes.flatMap((outcome) => (isRefusal(outcome) ? [outcome.refused] : []));
    expect(refusals).toEqual([(await hasProvider()) ? 'provider.required' : 'provider.none']);
    expect(await isRequired()).toBe(await hasProvider());
  },
);

test('a turn that a dead process has left ends after a minute', async () => {
  await stage.vault.reservations.reserve('singleSignOnTurn', stage.clientId, 'of a dead process');
  stage.clock.set(stage.clock.now() + 60_001);
  accepted(await stage.service.commands.removeSingleSignOn(stage.by()));
  expect(await hasProvider()).toBe(false);
  expect((await stage.log.readStream(streams.client(stage.clientId))).at(-1)?.type).toBe('SingleSignOnRemoved');
});
