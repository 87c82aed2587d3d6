import { company } from '../../shared/company.ts';
import { defineText } from '../../ui/locale/define-text.ts';
import type { PolicySection } from './components/policy.tsx';

const sections: readonly PolicySection[] = [
  {
    title: 'Introduction',
    text: [
      `These terms apply between ${company.name} ("we") and the hospitals, clinics, doctors and patients who use Dayline and its WhatsApp chatbot ("you").`,
      'By using the service you accept them. If you use it on behalf of a hospital or clinic, you accept them for it.',
    ],
  },
  {
    title: 'Services',
    text: [
      'By the service, appointments of these kinds can be booked:',
      [
        'Direct Consultation: a visit to a doctor at the hospital.',
        'Tele Consultation: a consultation by video. Upfront payment is needed.',
        'Master Health Checkup: booking of lab tests.',
        'Emergency Booking: a request that is put through to the hospital at once.',
      ],
      'The service books appointments. Medical advice and treatment are given by the hospital and its doctors alone. In a life-threatening emergency call your local emergency number.',
    ],
  },
  {
    title: 'User Responsibilities',
    text: [
      [
        'Give correct information, above all a phone number under which you can be reached.',
        'Come in time, or cancel early, so that somebody else can have the place.',
        'Keep your password to yourself. Hospitals see to it that only people who work for them have an account.',
        'Do not try to reach what belongs to others, and do not disturb the service.',
      ],
    ],
  },
  {
    title: 'Payment Terms',
    text: [
      [
        'Direct Consultation and Master Health Checkup can be paid online or at the hospital.',
        'Tele Consultation is paid upfront.',
        'Fees are set by the hospital and its doctors and are shown in rupees before the booking is confirmed.',
      ],
      'Refunds of cancelled appointments follow the rules of the hospital.',
    ],
  },
  {
    title: 'Limitation of Liability',
    text: [
      'We run the service with care, but we do not promise that it is always reachable or free of errors.',
      'We are not liable for medical services, for appointments that a hospital moves or cancels, or for what arises from wrong information given by users. Liability that the law does not allow to be excluded remains untouched.',
    ],
  },
  {
    title: 'Termination',
    text: [
      'You may stop using the service at any time. A hospital ends its use by writing to us; its data are handed over to it before they are removed.',
      'We may end the access of somebody who breaks these terms, after a warning where that is reasonable.',
    ],
  },
  {
    title: 'Modifications',
    text: [
      'We may change the service and these terms. The new terms appear on this page with their date; who goes on using the service after that date accepts them.',
    ],
  },
  {
    title: 'Contact Information',
    text: [`${company.name}, ${company.address}.`, `Email: ${company.email}. Phone: ${company.phone}.`],
  },
];

/** Section 2: "introduction, services, responsibilities, payment, liabilities, termination, modifications, contact". */
export const termsText = defineText({
  hi: async () => (await import('./terms-text.hi.ts')).termsText,
  en: { title: 'Terms of Service', lead: 'What the service does, what it asks of you, and how it is paid.', sections },
});
