import { desk } from '@dayline/projector/projections/desk/projection';
import { runService } from '@dayline/runtime/service/process';
import { startCommandService } from './start.ts';

await runService({ name: 'command service', port: 3001, projections: [desk], start: startCommandService });
