import { defineText } from '../../ui/locale/define-text.ts';
import { counted, countText, plural } from '../../ui/locale/words.ts';

const entries = (count: number) => counted(count, { one: 'entry', other: 'entries' });

/** UI text of the report. */
export const reportText = defineText({
  hi: async () => (await import('./text.hi.ts')).reportText,
  en: {
    title: 'Report',
    failed: 'Failed to fetch the report.',
    month: 'Month',
    by: 'By',
    byDoctor: 'By doctor',
    byDepartment: 'By department',
    doctor: 'Doctor',
    department: 'Department',
    knownOn: 'As of',
    beside: 'compared with today',
    toToday: 'As of Today',
    today: 'today',
    same: 'same',
    position: (position: string) => `position ${position}`,
    knownAt: (moment: string) => `As of ${moment}`,
    knownToday: (time: string) => `As of today, ${time}`,
    atPosition: 'at position',
    allOf: {
      doctor: (count: number) => `All ${count} doctors`,
      department: (count: number) => `All ${count} departments`,
    },
    more: {
      doctor: (count: number) => `${count} more ${plural(count, { one: 'doctor', other: 'doctors' })}`,
      department: (count: number) => `${count} more ${plural(count, { one: 'department', other: 'departments' })}`,
    },
    fewer: 'Show fewer',
    thenCalled: (name: string) => `then ${name}`,
    figures: {
      visits: 'Visits',
      noShows: 'No-shows',
      cancellations: 'Cancellations',
      movedAway: 'Moved',
      overbooked: 'Overbooked',
      paid: 'Paid',
      payments: 'Payments',
      taken: 'Taken',
      refunded: 'Refunded',
    },
    tables: { visits: 'Visits', money: 'Money' },
    hints: {
      visits: 'Visits in this month',
      money: 'Paid and Payments: for visits in this month. Taken and Refunded: recorded amounts in this month',
    },
    tableOf: {
      doctor: (table: string, month: string) => `${table} by doctor, ${month}`,
      department: (table: string, month: string) => `${table} by department, ${month}`,
    },
    reminders: {
      title: 'Reminders',
      hint: 'No-shows among visited and missed appointments, by whether a reminder was sent before',
      none: 'No reminder was sent for an appointment of this month that was visited or missed.',
      reminded: 'No-shows with a reminder',
      messages: 'Messages sent',
      others: 'No-shows without a reminder',
      share: (part: number, all: number) =>
        `${countText(part)} of ${countText(all)} (${Math.round((100 * part) / all)} %)`,
    },
    picture: 'Chart',
    figure: 'Figure',
    appointments: 'appointments',
    rupees: 'rupees',
    others: (count: number) => `${count} more in the table`,
    changed: (since: string) => `Changes since ${since}`,
    makes: (lines: number, figures: number) =>
      `${entries(lines)} ${lines === 1 ? 'makes' : 'make'} ${counted(figures, { one: 'figure', other: 'figures' })} differ`,
    linesOf: (shownCount: number, lines: number) => `${countText(shownCount)} of ${entries(lines)}`,
    /** Paid appointments that an amount leaves out. */
    withoutFee: (count: number) => `+${countText(count)} no fee`,
    cited: (who: string, figure: string, values: { earlier: string; then: string; later: string; now: string }) =>
      `${who}, ${figure}: ${values.earlier} at position ${values.then}, ${values.later} at ${values.now}`,
    nothingChanged: 'No changes since then: every figure is the same.',
    allEntries: 'Show all entries',
    copy: 'Copy',
    copied: 'Copied, with a link to these log positions',
    notCopied: 'The browser did not allow copying.',
    entry: (position: string) => `Entry ${position}`,
    first: 'First lines',
    next: 'Next lines',
    lines: 'Lines',
    empty: (month: string) => `No data for ${month}`,
    emptyHint: 'No appointment in this month was visited, missed, cancelled, moved or paid at either moment.',
  },
});
