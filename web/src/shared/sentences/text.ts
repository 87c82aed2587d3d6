import type { EndpointName } from '@dayline/contracts/endpoints/table';
import { defineText } from '../../ui/locale/define-text.ts';

/** Puts what the server says in an answer into the language chosen; its English stays as it came. */
export const answerText = defineText<{ translate(name: EndpointName, body: object): void }>({
  hi: async () => (await import('./text.hi.ts')).answerText,
  en: { translate: () => undefined },
});
