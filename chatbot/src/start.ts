import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { serveProcess } from '@dayline/http/server/serve';
import type { Running } from '@dayline/runtime/service/process';
import { openProcess, type ProcessParts } from '@dayline/stores/process';
import { composeChatbot } from './compose.ts';

/**
 * The chatbot as a separate process; any number may run. One of them answers, each receives.
 * @throws Error if it isn't configured
 */
export async function startChatbot(parts: ProcessParts): Promise<Running> {
  const { whatsApp } = parts.config;
  if (!whatsApp) throw new Error('set WHATSAPP_PHONE_NUMBER_ID and the settings that belong to it.');
  const { daylineUrl } = whatsApp;
  if (daylineUrl === null) throw new Error('set WHATSAPP_DAYLINE_URL, where the partner API is.');
  const opened = await openProcess(parts, { keepsLastSeen: true, projections: [] });
  const { log, vault } = opened.stores;
  const sealedLog = openSealedLog(log, vault.keys);
  const chatbot = composeChatbot({ ...opened, sealedLog, settings: whatsApp });
  opened.metrics.observe({ log });
  const close = async (): Promise<void> => {
    await chatbot.stop();
    await opened.close();
  };
  const listening = await serveProcess({
    ...opened,
    calls: [chatbot.router],
    health: {
      ...{ log, unreadable: sealedLog.unreadable, views: null, lettersInTrouble: null, erasures: null },
      vault: () => vault.outbox.inTrouble(),
    },
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  chatbot.start(daylineUrl);
  return {
    port: listening.port,
    async stop() {
      await listening.close();
      await close();
    },
  };
}
