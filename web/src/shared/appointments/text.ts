import { type AppointmentType, type PaymentMethod, paymentWords, statusWords } from '@dayline/contracts/appointments';
import { defineText } from '../../ui/locale/define-text.ts';
import { counted, countText } from '../../ui/locale/words.ts';

/** The words of appointments, wherever they are drawn. */
export const appointmentText = defineText({
  hi: async () => (await import('./text.hi.ts')).appointmentText,
  en: {
    type: { 'Direct Consultation': 'Direct Consultation', 'Tele Consultation': 'Tele Consultation' } satisfies Record<
      AppointmentType,
      string
    >,
    status: statusWords,
    payment: paymentWords,
    /** How somebody pays. */
    methods: { cash: 'Cash', upi: 'UPI', card: 'Card', other: 'Other' } satisfies Record<PaymentMethod, string>,
    /** `amount` is written already. */
    paidBy: (amount: string, method: PaymentMethod) =>
      `${amount} ${{ cash: 'cash', upi: 'UPI', card: 'card', other: 'other' }[method]}`,
    amountMissing: 'Please enter an amount; 0 if nothing is paid.',
    partPaid: (paid: string) => `${paid} is paid already`,
    amount: 'Amount (₹)',
    amountWrong: 'Please enter an amount, such as 500 or 500.50.',
    feeReason: 'Why another fee',
    feeReasonMissing: 'Please say why the fee is another one.',
    howPaid: 'How was it paid?',
    active: 'Active',
    unpaid: 'Unpaid',
    moving: 'Moving…',
    toCall: (count: number): string => counted(count, { one: 'person to call', other: 'people to call' }),
    erased: 'Erased patient',
    /** Within a sentence. */
    anErased: 'erased patient',
    /** Booked beyond the places of its time. */
    overbooked: 'Overbooked',
    late: (minutes: number): string =>
      minutes < 60 ? `${minutes} min late` : `${Math.floor(minutes / 60)} h ${minutes % 60} min late`,
    add: 'Add New Appointment',
    /** The same, in two parts: the second waits for a wide screen. */
    addStart: 'Add New',
    addEnd: ' Appointment',
    noDepartments: 'No departments yet',
    chooseDepartment: 'Choose a department',
    departmentFirst: 'Choose a department first',
    noDoctors: 'No doctors in this department',
    chooseDoctor: 'Choose a doctor',
    /** The first of a month, in a calendar. */
    firstOf: '{month} 1',
    calendar: {
      available: 'Available',
      partial: 'Partial',
      blocked: 'Blocked',
      passed: 'Passed',
      none: 'No hours',
      later: 'Not yet',
    },
    ownHours: 'Hours of its own',
    time: {
      free: 'free',
      full: 'Full',
      blocked: 'Blocked',
      passed: 'Passed',
      closed: 'Bookings closed',
      own: 'As now',
    },
    comeUntil: (time: string) => `come until ${time}`,
    booked: (count: number) => `${count} booked`,
    left: (count: number) => `${count} left`,
    free: (count: number) => `${count} free`,
    bookedOf: (booked: number, total: number) => `${booked} of ${total} booked`,
    share: { high: '80 % booked or more', medium: '50 % or more', low: 'less' },
    onRequest: 'On request',
    /** Before the sentence. */
    onRequestIs: 'On request:',
    onRequestOf: (name: string) => `${name}: on request`,
    howToAsk: 'How to ask for an appointment',
    howToAskHint: 'Shown instead of times, such as “Call the ward: 0484 270 1234”. Empty: booked as usual.',
    saveOnRequest: 'Save',
    nowOnRequest: (name: string) => `${name} is on request only`,
    bookedAgain: (name: string) => `${name} can be booked`,
    notAvailable: 'Not available right now',
    help: 'Need Help? Contact Support',
  },
});

/** A type of appointments as it is displayed; anything else as it is. */
export function typeText(type: string): string {
  const { type: words }: { type: Readonly<Partial<Record<string, string>>> } = appointmentText;
  return words[type] ?? type;
}

/** The day as a picture. */
export const pictureText = defineText({
  hi: async () => (await import('./text.hi.ts')).pictureText,
  en: {
    now: (time: string) => `now ${time}`,
    hour: 'Hour',
    day: 'Day',
    places: 'Places',
    booked: 'Booked',
    bookedFuller: 'Booked, stronger where fuller',
    free: 'Free',
    visited: 'Visited',
    notVisited: 'Not Visited',
    todaySoFar: 'Today so far',
    byHour: 'Today by hour',
    noHours: 'There are no hours today, and nothing is booked.',
    bookedPlaces: (booked: number, places: number) => `${countText(booked)} of ${countText(places)} places booked`,
    bookings: 'Bookings of today by hour',
    last30Days: 'Last 30 days',
    noMarks: 'Nobody was marked in the last 30 days yet.',
    visits: (visited: number, notVisited: number, rate: string) =>
      `${countText(visited)} visited · ${countText(notVisited)} not visited (${rate} %)`,
    visitsTable: 'Visits of the last 30 days',
    failed: "Today's figures could not be loaded.",
    quickActions: 'Quick actions',
    active: 'Active Appointments',
    cancelled: 'Cancelled Appointments',
    ofToday: (count: number) => `${countText(count)} of them today`,
    ofTodayLate: (count: number, late: number) => `${countText(count)} of them today, ${countText(late)} late`,
    nextUp: 'Next up',
    today: "Today's Appointments",
    nobody: 'Nobody is expected any more today.',
    chartFailed: 'The picture could not be loaded. Its numbers can be read as a table.',
    asChart: 'as a chart',
    asTable: 'as a table',
  },
});
