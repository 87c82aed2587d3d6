import { runService } from '@dayline/platform/service/process';
import { startProjectorService } from './service.ts';

await runService({ name: 'projector', port: 3003, start: startProjectorService });
