import { pairingCodeMs } from '@dayline/contracts/displays/display';
import { openStage, type Stage } from '../testing/stage.ts';
import { pairingCodes } from './pairing-code-commands.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Codes in this order, the last one again and again. */
function codesOf(...generated: string[]) {
  const last = generated.at(-1) ?? '';
  return pairingCodes(stage.vault.reservations, () => generated.shift() ?? last);
}
const stored = (code: string) => stage.vault.reservations.find('displayCode', code);
const passTime = (ms: number) => stage.clock.set(stage.clock.now() + ms);

test('a screen gets a code that no other one shows, and none while all that are tried are shown', async () => {
  expect(await codesOf('100001').create('screen-a')).toBe('100001');
  expect(await codesOf('100001', '100002').create('screen-b')).toBe('100002');
  expect(await codesOf('100001', '100002').create('screen-c')).toBeNull();
});

test('a code ends after ten minutes, typed or not, and the next one removes it from the vault', async () => {
  const codes = codesOf('200001', '200002', '200003');
  await codes.create('screen-a');
  await codes.create('screen-b');
  passTime(pairingCodeMs);
  expect(await codes.use('200002', 'hall')).toBe('screen-b');
  expect(await codes.displayOf('200001', 'screen-a')).toBeNull();
  passTime(1);
  expect(await codes.displayOf('200001', 'screen-a')).toBeUndefined();
  expect(await codes.use('200001', 'hall')).toBeNull();
  await codes.create('screen-c');
  expect([await stored('200001'), (await stored('200002'))?.completed]).toEqual([null, false]);
  passTime(pairingCodeMs + 1);
  await codesOf('200004').create('screen-d');
  expect(await Promise.all(['200001', '200002', '200003'].map(stored))).toEqual([null, null, null]);
  expect(await stored('200004')).not.toBeNull();
});

test('of two displays for which a code is typed at once one gets the screen; for one display both desks do', async () => {
  const codes = codesOf('300001', '300002');
  await codes.create('screen-a');
  await codes.create('screen-b');
  const both = await Promise.all([codes.use('300001', 'hall'), codes.use('300001', 'lobby')]);
  expect(both.toSorted()).toEqual([null, 'screen-a']);
  const winner = both[0] === null ? 'lobby' : 'hall';
  expect(await codes.displayOf('300001', 'screen-a')).toBe(winner);
  expect(await codes.displayOf('300001', 'screen-b')).toBeUndefined();
  const same = await Promise.all([codes.use('300002', 'hall'), codes.use('300002', 'hall')]);
  expect(same).toEqual(['screen-b', 'screen-b']);
});
