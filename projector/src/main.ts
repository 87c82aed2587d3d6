import { runService } from '@dayline/runtime/service/process';
import { startProjectorService } from './service.ts';

await runService({ name: 'projector', port: 3003, start: startProjectorService });
