import type { IconName } from '../../ui/icons/icon.tsx';

interface Offer {
  icon: IconName;
  title: string;
  text: string;
}

export const services: readonly Offer[] = [
  {
    icon: 'chat',
    title: 'Appointment chatbot',
    text: 'Patients book, move and cancel on WhatsApp. The bot knows every free place, because it asks the same calendar as your desk.',
  },
  {
    icon: 'today',
    title: 'Front-desk board',
    text: 'Today on one screen: who is next, who is late, who came. Every mark can be undone, and nothing is forgotten.',
  },
  {
    icon: 'bell',
    title: 'Reminders',
    text: 'The day before, an hour before, the week after: in the words that you choose, only to those who want them.',
  },
  {
    icon: 'flow',
    title: 'Business automation',
    text: 'Orders, invoices, reports: we take the work that is copied from one program into the next and let it run by itself.',
  },
];

/** Bookable services with their payment ("Terms list services", section 1 of the specification). */
export const bookable = [
  { title: 'Direct Consultation', text: 'Pay online or at the hospital' },
  { title: 'Tele Consultation', text: 'Paid upfront' },
  { title: 'Master Health Checkup', text: 'Pay online or at the hospital' },
  { title: 'Emergency Booking', text: 'Put through at once' },
] as const;

export const benefits: readonly Offer[] = [
  {
    icon: 'clock',
    title: 'Open at any hour',
    text: 'Bookings arrive in the evening and on Sundays, when nobody sits at the desk.',
  },
  {
    icon: 'lock',
    title: 'No place given twice',
    text: 'Two people ask for the last place; one gets it, the other hears the nearest free times.',
  },
  {
    icon: 'history',
    title: 'Every change on record',
    text: 'Who booked, who marked, who undid: kept in order, for years.',
  },
  {
    icon: 'phone',
    title: 'Fewer calls',
    text: 'The questions that come forty times a day get their answer in the chat.',
  },
  {
    icon: 'people',
    title: 'Nothing to install',
    text: 'Patients use the app that they have; your team opens a web page.',
  },
  {
    icon: 'globe',
    title: 'Yours to grow',
    text: 'One doctor or two hundred, one branch or twelve: the same board.',
  },
];

/** "contact form (name, email, message)"; section 8 has the replies. */
export const contactText = {
  name: 'Name',
  email: 'Email',
  message: 'Message',
  send: 'Send Message',
  nameMissing: 'Name is required.',
  emailMissing: 'Email is required.',
  emailInvalid: 'Please enter a valid email address.',
  messageMissing: 'Message is required.',
  sent: 'Message sent successfully!',
  failed: 'Failed to send message. Please try again.',
} as const;

export const policiesUpdated = 'Last updated February 13, 2025';
