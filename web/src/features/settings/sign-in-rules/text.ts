import { defineText } from '../../../ui/locale/define-text.ts';
import { plural } from '../../../ui/locale/words.ts';

/** UI text of who needs a second factor. */
export const secondFactorRuleText = defineText({
  hi: async () => (await import('./text.hi.ts')).secondFactorRuleText,
  en: {
    title: 'Second factor',
    lead: 'Who must have one and has none is signed out, and adds one at the next sign-in.',
    label: 'Required for',
    policies: { optional: 'Nobody', administrators: 'Administrators and auditors', everyone: 'Everyone' },
    failed: 'The policy could not be saved. Please try again.',
    save: 'Save',
    saved: 'Policy saved',
  },
});

/** UI text of the time after which an unused session ends. */
export const idleTimeText = defineText({
  hi: async () => (await import('./text.hi.ts')).idleTimeText,
  en: {
    title: 'Automatic sign-out',
    lead: 'People who leave a desk without signing out are signed out after this time. Live updates don’t count as use.',
    label: 'Sign out after',
    asInstalled: 'As this installation is set',
    minutes: (count: number) =>
      count < 60 ? `${count} minutes` : plural(count / 60, { one: '1 hour', other: `${count / 60} hours` }),
    save: 'Save Time',
    saved: 'Automatic sign-out saved',
    failed: 'The automatic sign-out could not be saved. Please try again.',
  },
});
