import type { PaymentMethod } from '@dayline/contracts/appointments';
import { defineText } from '../../ui/locale/define-text.ts';
import { counted } from '../../ui/locale/words.ts';

/** The words of what is printed: slips and the day's list. */
export const paperText = defineText({
  hi: async () => (await import('./text.hi.ts')).paperText,
  en: {
    slip: 'Slip',
    failed: 'Failed to load the slip. Please try again.',
    unknown: 'There is no such appointment',
    unknownHint: 'The address is not that of one of your appointments.',
    moved: 'This appointment was moved to another day or doctor.',
    toNewSlip: 'To the Slip of the New Time',
    print: 'Print',
    paper: 'Paper',
    sizes: { roll: '80 mm', a5: 'A5' },
    preview: 'Preview',
    token: 'Token',
    phone: 'Phone',
    doctor: 'Doctor',
    room: 'Room',
    branch: 'Branch',
    type: 'Type',
    link: 'Meeting link',
    fee: 'Fee',
    noFee: 'Not set',
    methods: { cash: 'cash', upi: 'UPI', card: 'card', other: 'other' } satisfies Record<PaymentMethod, string>,
    payment: 'Payment',
    status: 'Status',
    qr: 'QR code of the appointment',
    barcode: 'Barcode of the appointment',
    list: 'The Day’s List',
    listFailed: 'Failed to fetch appointments.',
    nobody: 'Nobody is booked today',
    nobodyHint: 'Each doctor with appointments today has a page.',
    allDoctors: 'All doctors',
    appointments: (count: number): string => counted(count, { one: 'appointment', other: 'appointments' }),
    columns: { serial: 'No.', time: 'Time', name: 'Patient', phone: 'Phone', token: 'Token', payment: 'Payment' },
    mark: 'Mark',
    tele: 'Tele',
  },
});
