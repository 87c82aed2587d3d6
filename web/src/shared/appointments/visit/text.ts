import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text for a visit's slip and meeting link. */
export const visitText = defineText({
  hi: async () => (await import('./text.hi.ts')).visitText,
  en: {
    slip: 'Slip',
    printList: 'Print day list',
    join: 'Join',
    joinOf: (name: string): string => `Join: ${name}`,
    link: 'Meeting link',
    linkOf: (name: string): string => `Meeting link of ${name}`,
    copyLink: 'Copy Meeting Link',
    copied: 'Meeting link copied',
    notCopied: 'The meeting link could not be copied',
  },
});
