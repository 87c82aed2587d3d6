import { defineText } from '../../ui/locale/define-text.ts';
import type { Talk } from './components/site-text.tsx';

const talks: readonly Talk[] = [
  {
    icon: 'calendar',
    title: 'Booking',
    text: 'Patients say what they need in their own words. The bot offers doctors and times that are free right now.',
    steps: [
      'The patient writes to the hospital’s WhatsApp number.',
      'The bot asks for the department, the doctor and the day, and shows free times to tap.',
      'The appointment is booked before the bot confirms it, and the front desk sees it immediately.',
    ],
  },
  {
    icon: 'clock',
    title: 'Rescheduling',
    text: 'Plans change in the evening, when no one answers the phone. The bot moves the appointment and frees the old slot.',
    steps: [
      'The patient asks to move the appointment.',
      'The bot shows the next free times of the same doctor.',
      'The new time is booked first; only then is the old one freed.',
    ],
  },
  {
    icon: 'cross',
    title: 'Cancelling',
    text: 'A cancelled appointment frees a slot for another patient, so cancelling is as easy as booking.',
    steps: [
      'The patient writes that they cannot come.',
      'The bot shows the appointment and asks for confirmation.',
      'The slot is free again on every screen, and the history shows who cancelled it and when.',
    ],
  },
];

/** UI text of the chatbot's page. */
export const chatbotText = defineText({
  hi: async () => (await import('./chatbot-text.hi.ts')).chatbotText,
  en: {
    title: 'Chatbot',
    claim: 'Appointments in the chat that patients already use',
    lead: 'The Dayline chatbot books, moves and cancels hospital appointments via WhatsApp, day and night, on the same calendar as the front desk.',
    demonstration: 'Request a Demo',
    asks: 'What patients can ask for',
    talks,
    desk: 'One calendar, no copies',
    deskText:
      "The bot keeps no list of its own. It reads free times from the hospital's calendar and books there by the same rules as the desk. It never offers a full, blocked or past time, and never books the last slot twice. Tele consultations are paid upfront; direct consultations can be paid online or at the hospital.",
  },
});
