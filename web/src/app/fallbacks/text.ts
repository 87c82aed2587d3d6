import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the error and fallback pages. */
export const appText = defineText({
  hi: async () => (await import('./text.hi.ts')).appText,
  en: {
    notLoaded: 'This page could not be loaded',
    failed: 'Something went wrong on this page',
    notLoadedHint: 'The connection was lost, or a new version was just installed.',
    failedHint: 'Your saved changes are safe. Reloading the page usually helps.',
    reference: (requestId: string) => `Reference: ${requestId}`,
    toStart: 'Back to Home',
    slow: 'The service is slow or unavailable. Dayline keeps trying and continues automatically.',
    nothingHere: 'Page not found',
    nothingHint: 'The address may be mistyped, or this page may not exist in this version.',
    toDashboard: 'Back to the dashboard',
    toSignIn: 'Go to sign-in',
    /** "redirects to / with error 'Unauthorized - Session expired'" (section 6). */
    sessionExpired: 'Unauthorized - Session expired',
  },
});
