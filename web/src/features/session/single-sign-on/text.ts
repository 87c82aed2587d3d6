import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of signing in by the hospital's own provider. */
export const singleSignOnText = defineText({
  hi: async () => (await import('./text.hi.ts')).singleSignOnText,
  en: {
    signInWith: (provider: string): string => `Sign in with ${provider}`,
    title: 'Single Sign-On',
    lead: 'Your hospital’s sign-in provider knows you. Signing you in …',
    declined: 'The sign-in provider did not sign you in. Please try again, or use your password.',
    failed: 'Failed to login. Please try again.',
    toSignIn: 'Go to Sign In',
  },
});
