import { type AppointmentType, type PaymentMethod, paymentWords, statusWords } from '@dayline/contracts/appointments';
import { defineText } from '../../ui/locale/define-text.ts';
import { counted, countText } from '../../ui/locale/words.ts';

/** UI text about appointments, used on all pages. */
export const appointmentText = defineText({
  hi: async () => (await import('./text.hi.ts')).appointmentText,
  en: {
    type: { 'Direct Consultation': 'Direct Consultation', 'Tele Consultation': 'Tele Consultation' } satisfies Record<
      AppointmentType,
      string
    >,
    status: statusWords,
    payment: paymentWords,
    /** Payment methods. */
    methods: { cash: 'Cash', upi: 'UPI', card: 'Card', other: 'Other' } satisfies Record<PaymentMethod, string>,
    /** `amount` is already formatted. */
    paidBy: (amount: string, method: PaymentMethod) =>
      `${amount} ${{ cash: 'cash', upi: 'UPI', card: 'card', other: 'other' }[method]}`,
    amountMissing: 'Please enter an amount, or 0 if nothing is paid.',
    partPaid: (amount: string) => `${amount} is paid already`,
    amount: 'Amount (₹)',
    amountWrong: 'Please enter an amount, such as 500 or 500.50.',
    patientClass: 'Patient class',
    noClass: 'None of these',
    feeReason: 'Reason for a different fee',
    feeReasonMissing: 'Please give a reason for the different fee.',
    howPaid: 'How was it paid?',
    active: 'Active',
    unpaid: 'Unpaid',
    moving: 'Moving…',
    moveAll: (count: number, doctor: string, free: number): string =>
      `Move all ${countText(count)} to ${doctor} (${countText(free)} free)`,
    moveAllFailed: 'Error moving the appointments',
    callAll: (count: number): string => `Call ${counted(count, { one: 'person', other: 'people' })}`,
    cancelAll: (count: number): string => `Cancel all ${countText(count)}…`,
    toCall: (count: number): string => counted(count, { one: 'person to call', other: 'people to call' }),
    erased: 'Erased patient',
    /** Within a sentence. */
    anErased: 'erased patient',
    /** Booked beyond the capacity of its slot. */
    overbooked: 'Overbooked',
    /** By the link in a message. */
    patientConfirmed: 'Confirmed by the patient',
    late: (minutes: number): string =>
      minutes < 60 ? `${minutes} min late` : `${Math.floor(minutes / 60)} h ${minutes % 60} min late`,
    add: 'Add New Appointment',
    /** The same in two parts: the second is shown only on a wide screen. */
    addStart: 'Add New',
    addEnd: ' Appointment',
    noDepartments: 'No departments yet',
    chooseDepartment: 'Choose a department',
    departmentFirst: 'Choose a department first',
    noDoctors: 'No doctors in this department',
    chooseDoctor: 'Choose a doctor',
    /** The first day of a month, in a calendar. */
    firstOf: '{month} 1',
    calendar: {
      available: 'Available',
      partial: 'Partial',
      blocked: 'Blocked',
      passed: 'Passed',
      none: 'No hours',
      later: 'Not yet',
    },
    ownHours: 'Special hours',
    time: {
      free: 'free',
      full: 'Full',
      blocked: 'Blocked',
      passed: 'Passed',
      early: 'Not open yet',
      closed: 'Bookings closed',
      onRequest: 'On request',
      onlyFor: 'Reserved',
      own: 'Current time',
    },
    heldUntil: (time: string) => `Held until ${time}`,
    opens: (when: string) => `opens ${when}`,
    comeUntil: (time: string) => `come until ${time}`,
    booked: (count: number) => `${count} booked`,
    left: (count: number) => `${count} left`,
    free: (count: number) => `${count} free`,
    bookedOf: (bookedCount: number, total: number) => `${bookedCount} of ${total} booked`,
    share: { high: '80 % booked or more', medium: '50 % or more', low: 'less' },
    onRequest: 'On request',
    /** Shown before the sentence. */
    onRequestIs: 'On request:',
    onRequestOf: (name: string) => `${name}: on request`,
    howToAsk: 'How to request an appointment',
    howToAskHint:
      'Shown instead of times, for example “Call the ward: 0484 270 1234”. Leave it empty to take bookings as usual.',
    saveOnRequest: 'Save',
    nowOnRequest: (name: string) => `${name} is now on request only`,
    bookedAgain: (name: string) => `${name} can be booked again`,
    notAvailable: 'Not available right now',
    help: 'Need Help? Contact Support',
  },
});

/** A type of appointment as displayed; anything else unchanged. */
export function typeText(type: string): string {
  const { type: words }: { type: Readonly<Partial<Record<string, string>>> } = appointmentText;
  return words[type] ?? type;
}

/** Who is in the hall now. */
export const hallText = defineText({
  hi: async () => (await import('./text.hi.ts')).hallText,
  en: {
    dayNow: 'The day now',
    waiting: (count: number): string => `${countText(count)} waiting`,
    longest: (wait: string, doctor?: string): string => `longest ${wait}${doctor === undefined ? '' : ` (${doctor})`}`,
    called: (count: number): string => `${countText(count)} called`,
    late: (count: number): string => `${countText(count)} late`,
    toCall: (count: number): string => `${countText(count)} to call`,
    unresolved: (count: number): string => `${countText(count)} unresolved`,
    taken: (amount: string): string => `${amount} taken today`,
    onDuty: 'Doctors on duty',
    nobodyOnDuty: 'No doctor is on duty today.',
    isIn: (token: string): string => (token === '' ? 'in' : `in: ${token.replace('Token', 'token')}`),
    behind: (minutes: string): string => `${minutes} behind`,
    begins: (time: string): string => `begins ${time}`,
    blocked: 'blocked today',
    nobodyIn: 'nobody in',
    freeNow: 'free now',
    nextFree: (time: string): string => `next free ${time}`,
    full: 'full',
    noneFree: 'no more times today',
  },
});

/** The charts of the day. */
export const pictureText = defineText({
  hi: async () => (await import('./text.hi.ts')).pictureText,
  en: {
    now: (time: string) => `now ${time}`,
    hour: 'Hour',
    day: 'Day',
    places: 'Capacity',
    booked: 'Booked',
    bookedFuller: 'Booked (darker = fuller)',
    free: 'Free',
    visited: 'Visited',
    notVisited: 'Not Visited',
    todaySoFar: 'Today so far',
    byHour: 'Today by hour',
    noHours: 'No hours and no appointments today.',
    bookedPlaces: (bookedCount: number, places: number) => `${countText(bookedCount)} of ${countText(places)} booked`,
    bookings: "Today's bookings by hour",
    last30Days: 'Last 30 days',
    noMarks: 'No visits were recorded in the last 30 days.',
    visits: (visitedCount: number, notVisited: number, rate: string) =>
      `${countText(visitedCount)} visited · ${countText(notVisited)} not visited (${rate} %)`,
    visitsTable: 'Visits in the last 30 days',
    failed: "Today's figures could not be loaded.",
    quickActions: 'Quick actions',
    active: 'Active Appointments',
    cancelled: 'Cancelled Appointments',
    ofToday: (count: number) => `${countText(count)} of them today`,
    ofTodayLate: (count: number, late: number) => `${countText(count)} of them today, ${countText(late)} late`,
    nextUp: 'Next up',
    today: "Today's Appointments",
    nobody: 'No more patients are expected today.',
    asChart: 'as a chart',
    asTable: 'as a table',
  },
});
