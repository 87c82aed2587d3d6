import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { defineText } from '../../ui/locale/define-text.ts';
import { counted, countText } from '../../ui/locale/words.ts';

/** UI text of a doctor's own settings (sections 2, 5 and 8 of the specification). */
export const linkText = defineText({
  hi: async () => (await import('./text.hi.ts')).linkText,
  en: {
    title: 'Meet Link',
    current: 'Current link',
    none: 'No Google Meet link is currently set',
    label: 'Google Meet link',
    hint: 'For example https://meet.google.com/abc-defg-hij',
    missing: 'Please enter a Google Meet link.',
    invalid: 'Please enter a valid Google Meet link.',
    question: 'Are you sure you want to update the Google Meet link?',
    noDoctor: 'POC ID is missing. Cannot fetch the link.',
    failedToFetch: 'Failed to fetch the current link.',
    errorFetching: 'Error fetching the current link.',
    failedToUpdate: 'Failed to update the link. Please try again.',
    errorUpdating: 'Error updating the link.',
    updated: 'link updated successfully',
  },
});

export const feesText = defineText({
  hi: async () => (await import('./text.hi.ts')).feesText,
  en: {
    title: 'Consultation Fees',
    current: 'Current fees',
    none: 'No consultation fees are currently set',
    label: 'Consultation fees (₹)',
    hint: 'In rupees, for one consultation',
    missing: 'Please enter the consultation fees.',
    invalid: 'Please enter a valid fee amount.',
    question: 'Are you sure you want to update the consultation fees?',
    noDoctor: 'POC ID is missing. Cannot fetch the fees.',
    failedToFetch: 'Failed to fetch the current fees.',
    errorFetching: 'Error fetching the current fees.',
    failedToUpdate: 'Failed to update the fees. Please try again.',
    errorUpdating: 'Error updating the fees.',
    updated: 'fees updated successfully',
  },
});

export const settingText = defineText({
  hi: async () => (await import('./text.hi.ts')).settingText,
  en: {
    save: 'Save Changes',
    update: 'Update',
    change: 'New: {next}',
    changeFrom: 'Current: {before}. New: {next}',
  },
});

export const profileText = defineText({
  hi: async () => (await import('./text.hi.ts')).profileText,
  en: {
    title: 'My Profile',
    email: 'Email',
    phone: 'Phone',
    location: 'Location',
    notGiven: 'Not given',
    figures: 'Figures',
    patients: 'Patients',
    experience: 'Experience',
    ratings: 'Ratings',
    reviews: 'Reviews',
    /** "fallback stats: 1,234 patients, 15+ years, 4.9 rating, 500 reviews" (section 9). */
    fallbacks: { patients: '1,234', experience: '15+ years', rating: '4.9', reviews: '500' },
    years: (count: number) => counted(count, { one: 'year', other: 'years' }),
    settings: 'Settings',
    fees: 'Fees',
    meetLink: 'Meet Link',
    schedule: 'Update Schedule',
    noRequests: 'No, booked as usual',
    week: (days: string, places: number) => `${days}, capacity ${countText(places)}`,
    shownOf: (shown: number, total: number) => `${countText(shown)} of ${countText(total)}`,
    today: "Today's Appointments",
    todayIs: (date: string) => `Today, ${date}`,
    toCome: (count: number) => `${count} upcoming`,
    sample: 'sample',
    sampleHint: 'sample value, shown until your own figure is available',
    profileFailed: 'Failed to load the profile.',
    upcoming: 'Upcoming Appointments',
    more: 'Show more',
    none: 'No upcoming appointments',
    upcomingFailed: 'Failed to fetch appointments.',
  },
});

/** UI text for fee rules. */
export const feeRulesText = defineText({
  hi: async () => (await import('./text.hi.ts')).feeRulesText,
  en: {
    title: 'Fee rules',
    lead: 'The first rule that matches a visit applies. If none matches, the consultation fee above applies.',
    ofClient:
      'Rules of the hospital. The first rule that matches a visit applies. If none matches, the consultation fee above applies.',
    none: 'No rules. The consultation fee above applies to every visit.',
    begin: 'Set Fee Rules',
    edit: 'Change Fee Rules',
    add: 'Add Rule',
    save: 'Save Rules',
    saved: 'Fees saved',
    invalid: 'Each rule needs a name and an amount. Enter days and years as whole numbers.',
    changedBy: (by: string) => `${by} has changed these fees. Your changes are not saved.`,
    theirs: 'Current fee rules',
    noneNow: 'The doctor has no fee rules now.',
    useTheirs: 'Use These',
    saveMine: 'Save Mine Instead',
    ruleOf: (place: number) => `Rule ${place}`,
    up: (rule: string) => `Move ${rule} up`,
    remove: (rule: string) => `Remove ${rule}`,
    any: 'Any',
    everybody: 'every visit',
    namePlaceholder: 'Follow-up within 8 days',
    fields: {
      name: 'Name',
      amount: 'Fee',
      withinDays: 'Within (days)',
      everyVisit: 'All visits in this period',
      session: 'Session',
      visit: 'Visit',
      type: 'Type',
      on: 'On',
      from: 'From age',
      below: 'Below age',
      patientClass: 'Patient class',
    },
    patientClassHint: 'Such as CGHS, insured or staff; chosen when the visit is booked.',
    visits: { first: 'First visit', again: 'Follow-up' } satisfies Record<VisitKind, string>,
    hospitalDay: 'hospital days',
    firstVisit: 'The first visit',
    everyVisit: 'every visit',
    within: (days: number) => `within ${counted(days, { one: 'day', other: 'days' })} of the last paid visit`,
    ageFrom: (years: number) => `from ${counted(years, { one: 'year', other: 'years' })}`,
    ageBelow: (years: number) => `below ${counted(years, { one: 'year', other: 'years' })}`,
    registration: 'Registration fee',
    registrationHint: 'Added to the fee, once per validity period.',
    registrationOnce: (days: number) => `Registration, once every ${days === 1 ? 'day' : `${days} days`}`,
    validDays: 'Valid for (days)',
  },
});
