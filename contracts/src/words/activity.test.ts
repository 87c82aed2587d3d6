import { activityWords } from './activity.ts';

test.each([
  [activityWords.exported('csv', null, null, '1', null), 'exported 1 entry as CSV'],
  [activityWords.exported('csv', null, null, '2', null), 'exported 2 entries as CSV'],
  [activityWords.listExported('patients', '1'), 'exported 1 row of patients as CSV'],
  [activityWords.listExported('patients', '0'), 'exported 0 rows of patients as CSV'],
  [activityWords.importStarted('patients', 1), 'started to import 1 row of patients'],
  [activityWords.importUndoAdvanced(12), 'undid 12 rows of an import so far'],
  [activityWords.importUndoFinished(1), 'undid an import, except for what has changed since: 1 record undone'],
  [activityWords.firstOfMany('cancelled', 2, 5), 'cancelled (the first of 2 changed, of 5 chosen at once)'],
  [activityWords.firstOfMany('cancelled', 3, 3), 'cancelled (the first of 3 changed at once)'],
])('%s', (words, expected) => expect(words).toBe(expected));
