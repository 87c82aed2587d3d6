import { company } from '../../shared/company.ts';
import { defineText } from '../../ui/locale/define-text.ts';
import type { PolicySection } from './components/policy.tsx';

const sections: readonly PolicySection[] = [
  {
    title: 'Introduction',
    text: [
      `These terms apply between ${company.name} ("we") and the hospitals, clinics, doctors and patients who use Dayline and its WhatsApp chatbot ("you").`,
      'By using the service you accept these terms. If you use it on behalf of a hospital or clinic, you accept them on its behalf.',
    ],
  },
  {
    title: 'Services',
    text: [
      'The service can be used to book:',
      [
        'Direct Consultation: a visit to a doctor at the hospital.',
        'Tele Consultation: a consultation by video, paid upfront.',
        'Master Health Checkup: booking of lab tests.',
        'Emergency Booking: a request that reaches the hospital immediately.',
      ],
      'The service only books appointments. The hospital and its doctors alone give medical advice and treatment. In a life-threatening emergency, call your local emergency number.',
    ],
  },
  {
    title: 'User Responsibilities',
    text: [
      [
        'Give correct information, above all a phone number where you can be reached.',
        'Arrive on time, or cancel early so that another patient can have the slot.',
        'Keep your password secret. Hospitals make sure that only their own staff have accounts.',
        'Do not try to access other people’s data or disrupt the service.',
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
      'Refunds for cancelled appointments follow the hospital’s rules.',
    ],
  },
  {
    title: 'Limitation of Liability',
    text: [
      'We run the service with care, but we do not guarantee that it is always available or free of errors.',
      'We are not liable for medical services, for appointments that a hospital moves or cancels, or for the consequences of incorrect information from users. Liability that cannot be excluded by law is not affected.',
    ],
  },
  {
    title: 'Termination',
    text: [
      'You may stop using the service at any time. A hospital can end its use by writing to us; we hand over its data before we remove it.',
      'We may end the access of anyone who breaks these terms, after a warning where that is reasonable.',
    ],
  },
  {
    title: 'Modifications',
    text: [
      'We may change the service and these terms. New terms appear on this page with their date; if you continue to use the service after that date, you accept them.',
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
  en: {
    title: 'Terms of Service',
    lead: 'What the service does, what we expect of you, and how payment works.',
    sections,
  },
});
