import type { EndpointName } from '@dayline/contracts/endpoints/table';
import { defineText } from '../../ui/locale/define-text.ts';

/** Translates the server's texts in a response into the chosen language; in English they are unchanged. */
export const answerText = defineText<{ translate(name: EndpointName, body: object): void }>({
  hi: async () => (await import('./text.hi.ts')).answerText,
  en: { translate: () => undefined },
});
