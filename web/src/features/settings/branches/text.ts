import { defineText } from '../../../ui/locale/define-text.ts';
import { counted } from '../../../ui/locale/words.ts';

/** UI text of the hospital's branches. */
export const branchesText = defineText({
  hi: async () => (await import('./text.hi.ts')).branchesText,
  en: {
    failed: 'Failed to load the settings.',
    branches: 'Branches',
    name: 'Name',
    nameMissing: 'Please enter a name.',
    noBranches: 'No branches yet',
    noBranchesHint: 'A hospital at one place needs none.',
    branch: (id: number): string => `Branch ${id}`,
    doctors: (count: number): string => counted(count, { one: 'doctor', other: 'doctors' }),
    closed: 'Closed',
    add: 'Add Branch',
    added: (name: string): string => `Branch ${name} added`,
    more: (name: string): string => `More for ${name}`,
    rename: 'Rename…',
    renameOf: (name: string): string => `Rename ${name}`,
    saveName: 'Save Name',
    renamed: (name: string): string => `The branch is called ${name} now`,
    close: 'Close Branch',
    closeTitle: (name: string): string => `Close ${name}?`,
    closeMessage: 'No doctor can sit there until it is reopened.',
    isClosed: (name: string): string => `${name} is closed`,
    reopen: 'Reopen Branch',
    isReopened: (name: string): string => `${name} is open again`,
    changeFailed: 'The branch could not be saved. Please try again.',
  },
});
