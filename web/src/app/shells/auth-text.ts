import { defineText } from '../../ui/locale/define-text.ts';

/** UI text around the sign-in form. */
export const authText = defineText({
  hi: async () => (await import('./auth-text.hi.ts')).authText,
  en: {
    about: 'About Dayline',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    claim: "A doctor's day at a glance.",
    claimHint: 'Booked at the desk, visible on every screen, and every change on record.',
    doctor: 'Dr. Asha Menon',
    day: 'Saturday morning',
    visited: 'Visited',
    missed: 'Not Visited',
    next: 'Next',
    later: 'Confirmed',
    patients: {
      '08:00': 'Farhan Qureshi',
      '08:10': 'Diya Bhat',
      '08:20': 'Ishaan Chauhan',
      '08:30': 'Kabir Fernandes',
      '08:40': 'Kavya Reddy',
      '08:50': 'Free',
    },
  },
});
