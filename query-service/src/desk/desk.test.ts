import type { ProjectionStore } from '@dayline/view-store/port';
import type { TestClinic } from '../testing/clinic.ts';
import { book, lakeside, openSunrise, sunrise } from '../testing/sunrise.ts';
import { deskOf } from './desk.ts';
import { type Directories, DirectoryCopy } from './directory.ts';

let clinic: TestClinic;
/** The views of each `changes` query sent to the store. */
let looks: (readonly string[])[];
let counted: ProjectionStore;
const swaps = new Set<() => void>();
beforeEach(async () => {
  clinic = await openSunrise();
  looks = [];
  counted = {
    ...clinic.views,
    changed(views, ...span) {
      looks.push(views);
      return clinic.views.changed(views, ...span);
    },
    onSwap(listener) {
      swaps.add(listener);
      return () => swaps.delete(listener);
    },
  };
});
afterEach(() => clinic.close());

test('a commit costs one look for all views, whoever asks what it changed', async () => {
  const desk = deskOf(counted, clinic.sealedLog.start);
  const copy = new DirectoryCopy(desk, clinic.sealedLog.start);
  const before = await desk.position();
  await copy.upTo(before);
  await book(clinic, { time: '09:30' });
  await clinic.project();
  const after = await desk.position();
  const [, changed, again] = await Promise.all([
    copy.upTo(after),
    desk.changed(before, after),
    desk.changed(before, after),
  ]);
  expect(changed?.appointments).toHaveLength(1);
  expect(again).toEqual(changed);
  expect(looks).toEqual([
    [
      'appointments',
      'counts',
      'doctorDays',
      'doctors',
      'departments',
      'patients',
      'duplicates',
      'clients',
      'calendars',
      'pastVisits',
      'leaves',
      'imports',
      'displays',
      'apiKeys',
      'chats',
      'people',
      'closedDays',
      'waiting',
    ],
  ]);
});

test('after a swap, and after a look that failed, the same span is read again', async () => {
  let isAway = false;
  const desk = deskOf(
    {
      ...counted,
      changed: (...args) => (isAway ? Promise.reject(new Error('unavailable')) : counted.changed(...args)),
    },
    clinic.sealedLog.start,
  );
  const [start, end] = [clinic.sealedLog.start, await desk.position()];
  isAway = true;
  await expect(desk.changed(start, end)).rejects.toThrow('unavailable');
  isAway = false;
  await desk.changed(start, end);
  await desk.changed(start, end);
  expect(looks).toHaveLength(1);
  for (const listener of swaps) listener();
  await desk.changed(start, end);
  expect(looks).toHaveLength(2);
});

test('who reads in the copy while it is read anew after a swap, finds everybody', async () => {
  const desk = deskOf(clinic.views, clinic.sealedLog.start);
  const found: (string | undefined)[] = [];
  const copy = new DirectoryCopy(
    {
      ...desk,
      async *scan(view) {
        found.push(before?.of(sunrise.clientId).doctor(sunrise.asha)?.name);
        yield* desk.scan(view);
      },
    },
    clinic.sealedLog.start,
  );
  let before: Directories | undefined;
  before = await copy.upTo(await desk.position());
  found.length = 0;
  copy.forget();
  await copy.upTo(await desk.position());
  expect(new Set(found)).toEqual(new Set(['Dr. Asha Menon']));
});

test('what one client asks of another’s lists is empty, and leaves the other’s own lists as they are', async () => {
  const desk = deskOf(clinic.views, clinic.sealedLog.start);
  const directories = await new DirectoryCopy(desk, clinic.sealedLog.start).upTo(await desk.position());
  const [own, otherDirectory] = [directories.of(sunrise.clientId), directories.of(lakeside.clientId)];
  const lists = ['departmentsOf', 'doctorsOf', 'doctorsByDepartment'] as const;
  expect(lists.map((list) => otherDirectory[list](sunrise.clientId))).toEqual([[], [], []]);
  expect(lists.map((list) => own[list](sunrise.clientId).length)).toEqual([1, 2, 2]);
});
