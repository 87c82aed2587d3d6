import { defineText } from '../../ui/locale/define-text.ts';
import type { Offer } from './components/site-text.tsx';

/** "contact form (name, email, message)"; section 8 has the replies. */
export const contactText = defineText({
  hi: async () => (await import('./text.hi.ts')).contactText,
  en: {
    title: 'Contact',
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
  },
});

export const policyText = defineText({
  hi: async () => (await import('./text.hi.ts')).policyText,
  en: { updated: 'Last updated February 13, 2025' },
});

const services: readonly Offer[] = [
  {
    icon: 'chat',
    title: 'Appointment chatbot',
    text: 'Patients book, move and cancel on WhatsApp. The bot always knows the free slots because it uses the same calendar as your desk.',
  },
  {
    icon: 'today',
    title: 'Front-desk board',
    text: 'Today on one screen: who is next, who is late, who has come. Every change can be undone and stays on record.',
  },
  {
    icon: 'bell',
    title: 'Reminders',
    text: 'The day before, an hour before, the week after: in your own words, and only to patients who want them.',
  },
  {
    icon: 'flow',
    title: 'Business automation',
    text: 'Orders, invoices, reports: we automate the work that people copy from one program to the next.',
  },
];

const benefits: readonly Offer[] = [
  {
    icon: 'clock',
    title: 'Open at any hour',
    text: 'Bookings arrive in the evening and on Sundays, when no one is at the desk.',
  },
  {
    icon: 'lock',
    title: 'No double bookings',
    text: 'If two people ask for the last slot, one gets it and the other is offered the nearest free times.',
  },
  {
    icon: 'history',
    title: 'Every change on record',
    text: 'Who booked, who changed, who cancelled: all in order, for years.',
  },
  {
    icon: 'phone',
    title: 'Fewer calls',
    text: 'The questions that come forty times a day are answered in the chat.',
  },
  {
    icon: 'people',
    title: 'Nothing to install',
    text: 'Patients use an app they already have. Your team opens a web page.',
  },
  {
    icon: 'globe',
    title: 'Grows with you',
    text: 'One doctor or two hundred, one branch or twelve: the same board.',
  },
];

/** The company's home page. */
export const homeText = defineText({
  hi: async () => (await import('./text.hi.ts')).homeText,
  en: {
    title: 'Chatbots and business automation',
    claim: 'Your patients already write messages. Let them book that way.',
    lead: 'Dayline builds chatbots for hospitals and automates the work around them, from the first message to the end of the day at the front desk.',
    seeChatbot: 'See the Chatbot',
    contact: 'Contact Us',
    about: 'About Us',
    aboutLead: 'We are a small company that puts conversations to work.',
    aboutText:
      "We build chatbots and automate the steps behind them. Hospitals taught us the most: a message is only answered when the appointment is really booked and both the doctor and the desk can see it. So we built Dayline, where a doctor's day is one log of events and every screen is a view of it.",
    sample: 'A sample Saturday at one hospital',
    appointments: '{count} appointments',
    sampleParts: '61 of 88 by chatbot, 27 at the desk',
    byChatbot: '{count} booked by chatbot',
    atDesk: '{count} booked at the desk',
    services: 'Services',
    offers: services,
    bookable: 'What patients can book',
    /** Bookable services with their payment ("Terms list services", section 1 of the specification). */
    kinds: [
      { title: 'Direct Consultation', text: 'Pay online or at the hospital' },
      { title: 'Tele Consultation', text: 'Paid upfront' },
      { title: 'Master Health Checkup', text: 'Pay online or at the hospital' },
      { title: 'Emergency Booking', text: 'Connected immediately' },
    ],
    benefits: 'Benefits',
    reasons: benefits,
    contactLead: 'Tell us what your desk does forty times a day.',
    contactText: 'A person reads and answers every message.',
  },
});

/** The illustrated conversation. */
export const talkText = defineText({
  hi: async () => (await import('./text.hi.ts')).talkText,
  en: {
    picture: 'A patient books by chat, and the front desk sees it',
    initials: 'SH',
    hospital: 'Sunrise Multispeciality Hospital',
    asked: 'I need a heart doctor on Monday morning.',
    offered: 'Dr. Asha Menon, Cardiology, has these times on Monday:',
    times: ['9:00 AM', '9:30 AM', '10:15 AM'],
    chosen: '9:30 AM',
    bookedMark: 'Booked.',
    booked: '{booked} Monday, 9:30 AM, Dr. Asha Menon. You can pay at the hospital.',
    atDesk: 'At the front desk, the same second',
    patient: 'Nikhil Bose',
    doctor: 'Dr. Asha Menon',
    active: 'Active',
  },
});
