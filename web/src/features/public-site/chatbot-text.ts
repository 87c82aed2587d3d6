import { defineText } from '../../ui/locale/define-text.ts';
import type { Talk } from './components/site-text.tsx';

const talks: readonly Talk[] = [
  {
    icon: 'calendar',
    title: 'Booking',
    text: 'A patient says in a line of their own what they need. The bot offers the doctors and the times that are free at this moment.',
    steps: [
      'The patient writes to the hospital’s WhatsApp number.',
      'The bot asks for the department, the doctor and the day, and shows free times to tap.',
      'The place is booked before the bot says so, and the front desk sees it at once.',
    ],
  },
  {
    icon: 'clock',
    title: 'Rescheduling',
    text: 'Plans change in the evening, when nobody answers the phone. The bot moves the appointment and frees the old place.',
    steps: [
      'The patient asks to move the appointment.',
      'The bot shows the next free times of the same doctor.',
      'The new time is taken first; only then does the old one become free for others.',
    ],
  },
  {
    icon: 'cross',
    title: 'Cancelling',
    text: 'A cancelled appointment is a free place for somebody else. So cancelling is as easy as booking.',
    steps: [
      'The patient writes that they cannot come.',
      'The bot names the appointment and asks once whether to cancel it.',
      'The place is free again on every screen, and the history keeps who cancelled it and when.',
    ],
  },
];

/** The words of the chatbot's page. */
export const chatbotText = defineText({
  hi: async () => (await import('./chatbot-text.hi.ts')).chatbotText,
  en: {
    title: 'Chatbot',
    claim: 'Appointments in the chat that patients have open anyway',
    lead: 'The Dayline chatbot books, moves and cancels hospital appointments via WhatsApp, day and night, on the same calendar as the front desk.',
    demonstration: 'Ask for a Demonstration',
    asks: 'What patients can ask for',
    talks,
    desk: 'One calendar, no copies',
    deskText:
      "The bot holds no list of its own. It asks the hospital's calendar for free times and books there, by the same rules as the desk: a full, blocked or passed time is never offered, and the last place is given once. Tele consultations are paid upfront; direct consultations can be paid online or at the hospital.",
  },
});
