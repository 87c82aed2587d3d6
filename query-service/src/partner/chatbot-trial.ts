import type { Trial } from '@dayline/contracts/endpoints/partner/chatbot-try';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import type { Queries } from '../queries/answer.ts';

export interface ChatbotTrialDeps {
  /** The simulator of WhatsApp in the demo; null or absent elsewhere. */
  readonly trial?: { show(clientId: string, request: RequestOf<'tryChatbot'>): Promise<Trial> } | null | undefined;
}

export const chatbotTrialQueries = ({ trial }: ChatbotTrialDeps): Queries<'tryChatbot'> => ({
  tryChatbot: async (request, { clientId }) => ({
    body: { trial: trial ? await trial.show(clientId, request) : null },
  }),
});
