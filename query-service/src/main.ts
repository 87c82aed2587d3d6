import { runService } from '@dayline/runtime/service/process';
import { startQueryService } from './start.ts';

await runService({ name: 'query service', port: 3002, start: startQueryService });
