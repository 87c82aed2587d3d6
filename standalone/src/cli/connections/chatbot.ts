import { verifyChatbot } from '@dayline/chatbot/verify';
import { readConfig } from '@dayline/runtime/config/config';
import type { Command } from 'commander';
import { CliFailure } from '../terminal/failure.ts';
import { say } from '../terminal/output.ts';

export function chatbotCommands(program: Command): void {
  program
    .command('chatbot')
    .description('the WhatsApp chatbot')
    .command('verify')
    .description('check the settings of the chatbot: the number at Meta, the API key, and the webhook; sends nothing')
    .action(async () => {
      const read = readConfig(process.env);
      if (!read.ok) throw new CliFailure(read.problem);
      const { whatsApp } = read.config;
      if (!whatsApp) throw new CliFailure('There is no chatbot: WHATSAPP_PHONE_NUMBER_ID is not set.');
      const checks = await verifyChatbot(whatsApp);
      for (const { about, found, isFine } of checks) say(`${isFine ? 'ok    ' : 'FAILED'}  ${about}: ${found}`);
      if (checks.some(({ isFine }) => !isFine)) throw new CliFailure('The chatbot does not work with these settings.');
    });
}
