import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of the WhatsApp chats that were handed over to the desk. */
export const conversationsText = defineText({
  hi: async () => (await import('./text.hi.ts')).conversationsText,
  en: {
    title: 'Conversations',
    none: 'No conversation waits for the desk',
    noneHint:
      'A patient who asks the WhatsApp chatbot for the desk is listed here for 24 hours. Without a chatbot there are none: Settings, Connections.',
    failed: 'Failed to fetch the conversations.',
    chatFailed: 'Failed to fetch the conversation.',
    list: 'Handed over to the desk',
    waiting: 'Waiting',
    answered: 'Answered',
    ended: 'Handed back',
    hiddenNumber: 'Hidden number',
    erased: 'Erased patient',
    talk: (name: string): string => `Conversation with ${name}`,
    messages: 'Messages',
    chatbot: 'Chatbot',
    noText: 'A picture, a voice message, or something else without text',
    silentUntil: (instant: string): string => `The chatbot is silent until ${instant}.`,
    answersAgain: 'The chatbot answers this conversation again.',
    notSentYet: 'not sent yet',
    notSent: 'not sent',
    reply: 'Reply',
    possibleUntil: (instant: string): string => `Goes out as a message of the hospital. Possible until ${instant}.`,
    windowClosed:
      'The last message is more than 24 hours old, and WhatsApp takes no reply any more. Please call the patient.',
    send: 'Send',
    replyFailed: 'The reply was not sent',
    handBack: 'Hand Back to Chatbot',
    handedBack: 'Handed back to the chatbot',
    handBackFailed: 'The conversation was not handed back',
  },
});
