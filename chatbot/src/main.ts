import { runService } from '@dayline/runtime/service/process';
import { startChatbot } from './start.ts';

await runService({ name: 'chatbot', port: 3004, projections: [], start: startChatbot });
