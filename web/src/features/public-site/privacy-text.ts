import { company } from '../../shared/company.ts';
import { defineText } from '../../ui/locale/define-text.ts';
import type { PolicySection } from './components/policy.tsx';

const sections: readonly PolicySection[] = [
  {
    title: 'Information We Collect',
    text: [
      'We collect only what is needed to book and manage an appointment.',
      [
        'Patients: name, phone number, email address, location, and appointments with their type, time and payment status.',
        'Doctors: name, specialization, department, contact number, email address, qualification, photo, working hours, meeting link and consultation fee.',
        'Administrators: name and email address.',
        'Everyone who signs in: the time and the network address of the request.',
        'People who use the contact form: name, email address and message.',
      ],
      'We do not collect medical findings, prescriptions or payment card numbers.',
    ],
  },
  {
    title: 'How We Use Your Information',
    text: [
      [
        'To book, move and cancel appointments, at the desk and by the chatbot.',
        'To show the hospital and the doctor who is coming and when.',
        'To send requested messages, such as a verification or password link.',
        'To keep a history of changes that shows who did what and when.',
        'To protect accounts against misuse.',
      ],
      'We do not use personal information for advertising.',
    ],
  },
  {
    title: 'Information Sharing',
    text: [
      'A patient’s information is visible to the hospital or clinic where the appointment is booked and to the doctor. Hospitals cannot see each other’s data.',
      'The chatbot works over WhatsApp. Messages pass through WhatsApp and are subject to its terms.',
      'We do not sell personal information. We disclose it only where a law or a court requires us to.',
    ],
  },
  {
    title: 'Your Rights',
    text: [
      'You may ask the hospital that booked your appointment, or us, to',
      [
        'tell you what information about you we keep,',
        'correct what is wrong,',
        'erase it. Your name, phone number, email address and location then become unreadable everywhere. The appointment itself is still counted, but no longer linked to you.',
      ],
      `Write to ${company.email}. We answer within 30 days.`,
    ],
  },
  {
    title: 'Updates to This Policy',
    text: [
      'When this policy changes, the new text appears on this page with its date. We announce changes to what we collect or share to the hospitals before they take effect.',
      `Questions: ${company.name}, ${company.address}, ${company.email}.`,
    ],
  },
];

/** Section 2: "collection, usage, sharing, rights, updates". */
export const privacyText = defineText({
  hi: async () => (await import('./privacy-text.hi.ts')).privacyText,
  en: {
    title: 'Privacy Policy',
    lead: 'What we collect about patients, doctors and administrators, how we use it, and your rights.',
    sections,
  },
});
