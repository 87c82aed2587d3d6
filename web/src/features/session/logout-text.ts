import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of sign-out (section 2 of the specification). */
export const logoutText = defineText({
  hi: async () => (await import('./logout-text.hi.ts')).logoutText,
  en: {
    page: 'Logout',
    title: 'Ready to leave?',
    hint: 'Signing out closes Dayline on this device.',
    signOut: 'Sign Out',
    cancel: 'Cancel',
    sure: 'Are you sure you want to sign out?',
    yes: 'Yes, Sign Out',
    no: 'No, Stay Here',
    failed: 'You could not be signed out. Please try again.',
  },
});
