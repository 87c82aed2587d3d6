import { company } from '../../shared/company.ts';
import { defineText } from '../../ui/locale/define-text.ts';
import type { PolicySection } from './components/policy.tsx';

const sections: readonly PolicySection[] = [
  {
    title: 'Information We Collect',
    text: [
      'We collect what is needed to book and manage an appointment, and nothing besides.',
      [
        'Of patients: name, phone number, email address, location, and the appointments that were booked with their type, time and payment status.',
        'Of doctors: name, specialization, department, contact number, email address, qualification, photo, working hours, meeting link and consultation fee.',
        'Of administrators: name and email address.',
        'Of everybody who signs in: the time, and the network address that the request came from.',
        'Of those who write to us by the contact form: name, email address and message.',
      ],
      'We do not collect medical findings, prescriptions or payment card numbers.',
    ],
  },
  {
    title: 'How We Use Your Information',
    text: [
      [
        'To book, move and cancel appointments, at the desk and by the chatbot.',
        'To show the hospital and the doctor who comes when.',
        'To send what was asked for, such as a verification or a password link.',
        'To keep a history of changes, so that it can be told later who did what and when.',
        'To protect accounts against misuse.',
      ],
      'We do not use personal information for advertising.',
    ],
  },
  {
    title: 'Information Sharing',
    text: [
      'A patient’s information is seen by the hospital or clinic where the appointment is booked and by the doctor it is booked with. One hospital cannot see what another one has.',
      'The chatbot works over WhatsApp; what is written there also passes through WhatsApp and is subject to its own terms.',
      'We do not sell personal information. We pass it on only where a law or a court obliges us to.',
    ],
  },
  {
    title: 'Your Rights',
    text: [
      'You may ask the hospital that booked your appointment, or us, to',
      [
        'tell you which information about you is kept,',
        'correct what is wrong,',
        'erase it. Your name, phone number, email address and location then become unreadable everywhere; that an appointment took place stays counted, without you.',
      ],
      `Write to ${company.email}. We answer within 30 days.`,
    ],
  },
  {
    title: 'Updates to This Policy',
    text: [
      'When this policy changes, the new text appears on this page with its date. A change that touches what we collect or whom we share it with is announced to the hospitals before it takes effect.',
      `Questions: ${company.name}, ${company.address}, ${company.email}.`,
    ],
  },
];

/** Section 2: "collection, usage, sharing, rights, updates". */
export const privacyText = defineText({
  hi: async () => (await import('./privacy-text.hi.ts')).privacyText,
  en: {
    title: 'Privacy Policy',
    lead: 'What we know about patients, doctors and administrators, what we do with it, and what you can ask of us.',
    sections,
  },
});
