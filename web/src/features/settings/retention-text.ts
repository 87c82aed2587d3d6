import type { KeptReason } from '@dayline/contracts/patients/retention';
import { defineText } from '../../ui/locale/define-text.ts';
import { counted } from '../../ui/locale/words.ts';

const months = { one: 'Month', other: 'Months' };
const patients = { one: 'Patient', other: 'Patients' };

/** UI text of how long patients are kept. */
export const retentionText = defineText({
  hi: async () => (await import('./retention-text.hi.ts')).retentionText,
  en: {
    failed: 'Failed to load the patients. Please try again.',
    period: 'Patients without visits',
    periodLead: 'Nothing is erased automatically: patients who are due are listed below, and an administrator decides.',
    keptFor: 'Keep after the last visit',
    always: 'Indefinitely',
    years: (count: number): string => counted(count, { one: 'year', other: 'years' }),
    save: 'Save',
    saved: 'Retention saved',
    saveFailed: 'The retention could not be saved. Please try again.',
    due: 'Due for erasure',
    dueLead: (date: string): string =>
      `Registered and last visited before ${date}. A booking of any status counts as a visit. Merged records are not listed; an operator erases them.`,
    none: 'Nobody is due',
    noneHint: 'Everyone was registered or visited later.',
    noneFrom: 'Patients are kept indefinitely.',
    noName: 'No name',
    lastVisit: (date: string): string => `Last visit ${date}`,
    noVisit: (date: string): string => `No visit, registered ${date}`,
    erase: (count: number): string => `Erase ${counted(count, patients)}…`,
    eraseTitle: (count: number): string => `Erase ${counted(count, patients)}?`,
    eraseMessage:
      'Names, phones and all other details are destroyed for ever, in the history too; visits stay as numbers. Patients booked in the meantime stay.',
    eraseAction: 'Erase for Ever',
    erased: (count: number): string => `${counted(count, { one: 'patient', other: 'patients' })} erased`,
    kept: (name: string, reason: KeptReason): string =>
      reason === 'merged'
        ? `${name} stays: the record is merged, and an operator erases it.`
        : `${name} stays: registered, booked or visited since.`,
    eraseFailed: 'The patients could not be erased. Please try again.',
    more: 'Show Next',
    start: 'Show From the Start',
    others: 'Other data',
    otherLead:
      'Messages of the contact form belong to the installation; its operator removes them. What staff did, and changes of passwords and factors, keep the name in the log.',
    signIns: 'Sign-ins',
    signInsLead:
      'Who signed in and out, and sign-ins that were refused. Nothing is erased automatically: months that are due are listed below, and an administrator decides.',
    signInsLeadSince: (month: string): string =>
      `Who signed in and out, and sign-ins that were refused, from ${month} on; earlier ones keep the name in the log. Nothing is erased automatically: months that are due are listed below, and an administrator decides.`,
    signInsKeptFor: 'Keep sign-ins for',
    signInsFailed: 'Failed to load the sign-ins. Please try again.',
    dueMonths: 'Months due for erasure',
    noMonths: 'No month is due',
    noMonthsHint: (month: string): string => `Sign-ins are kept from ${month} on.`,
    noMonthsFrom: 'Sign-ins are kept indefinitely.',
    entries: (count: number): string => counted(count, { one: 'entry', other: 'entries' }),
    eraseMonths: (count: number): string => `Erase ${counted(count, months)}…`,
    eraseMonthsTitle: (count: number): string => `Erase the Sign-Ins of ${counted(count, months)}?`,
    eraseMonthsMessage:
      'Afterwards, these sign-ins can no longer be linked to an account; the entries remain in the history.',
    monthsErased: (count: number): string => `${counted(count, { one: 'month', other: 'months' })} erased`,
    eraseMonthsFailed: 'The sign-ins could not be erased. Please try again.',
  },
});
