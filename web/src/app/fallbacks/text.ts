import { defineText } from '../../ui/locale/define-text.ts';

/** The words of pages that stand in for others. */
export const appText = defineText({
  hi: async () => (await import('./text.hi.ts')).appText,
  en: {
    notLoaded: 'This page could not be loaded',
    failed: 'Something went wrong on this page',
    notLoadedHint: 'The connection was lost, or a new version has just been put in place.',
    failedHint: 'What you saved before is kept. Loading the page again usually helps.',
    reference: (requestId: string) => `Reference: ${requestId}`,
    toStart: 'Back to the start',
    slow: 'The service is slow or away. Dayline keeps trying and goes on by itself.',
    nothingHere: 'There is nothing here',
    nothingHint: 'The address may be mistyped, or the page is not part of this version. Nothing was changed.',
    toDashboard: 'Back to the dashboard',
    toSignIn: 'Go to sign-in',
    /** "redirects to / with error 'Unauthorized - Session expired'" (section 6). */
    sessionExpired: 'Unauthorized - Session expired',
  },
});
