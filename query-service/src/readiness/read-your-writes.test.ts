import { deskOf } from '../desk/desk.ts';
import type { TestClinic } from '../testing/clinic.ts';
import { book, openSunrise } from '../testing/sunrise.ts';
import { checkpointReached, readYourWrites } from './read-your-writes.ts';

let clinic: TestClinic;
beforeEach(async () => {
  clinic = await openSunrise();
});
afterEach(() => clinic.close());

const waitsUntilTimeout = (waitMs?: number) => readYourWrites(deskOf(clinic.views, clinic.sealedLog.start), waitMs);

describe('waiting for a position', () => {
  test('ends at once where the views have reached it', async () => {
    const waits = waitsUntilTimeout();
    expect(await waits.reached(await clinic.sealedLog.head())).toBe(true);
    waits.stop();
  });

  test('ends with the commit that reaches it', async () => {
    const waits = waitsUntilTimeout();
    await book(clinic);
    let isOver = false;
    const reached = waits.reached(await clinic.sealedLog.head()).then((answer) => {
      isOver = true;
      return answer;
    });
    await clinic.views.checkpoint();
    expect(isOver).toBe(false);
    await clinic.project();
    expect(await reached).toBe(true);
    waits.stop();
  });

  test('ends after the longest wait without it', async () => {
    const waits = waitsUntilTimeout(20);
    await book(clinic);
    expect(await waits.reached(await clinic.sealedLog.head())).toBe(false);
    waits.stop();
  });

  test('ends when the service stops', async () => {
    const waits = waitsUntilTimeout();
    await book(clinic);
    const reached = waits.reached(await clinic.sealedLog.head());
    waits.stop();
    expect(await reached).toBe(false);
  });
});

describe('waiting for views whose commits are not announced', () => {
  test('ends when their checkpoint has reached the position', async () => {
    await book(clinic);
    const reached = checkpointReached(clinic.activity, await clinic.sealedLog.head());
    await clinic.project();
    expect(await reached).toBe(true);
  });

  test('ends after the longest wait without it', async () => {
    await book(clinic);
    expect(await checkpointReached(clinic.activity, await clinic.sealedLog.head(), 20)).toBe(false);
  });

  test('does not fail where they cannot be read: a story is shown without them', async () => {
    const away = { checkpoint: () => Promise.reject(new Error('no views yet')) };
    expect(await checkpointReached(away, await clinic.sealedLog.head(), 20)).toBe(false);
  });
});
