import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of the own sessions. */
export const sessionsText = defineText({
  hi: async () => (await import('./text.hi.ts')).sessionsText,
  en: {
    title: 'Where I am signed in',
    failed: 'Failed to load your sessions. Please try again.',
    both: (browser: string, system: string) => `${browser} on ${system}`,
    unknownDevice: 'Unknown device',
    thisDevice: 'This device',
    since: (since: string) => `since ${since}`,
    lastSeen: (at: string) => `last seen ${at}`,
    end: 'End',
    endOf: (device: string) => `End the session of ${device}`,
    endOthers: 'End All Others',
    ended: 'Session ended',
    othersEnded: 'All other sessions ended',
    endFailed: 'The session could not be ended. Please try again.',
    note: 'An ended session is signed out within a second, on every screen. Is one not yours? End it, then change the password.',
  },
});
