import { runService } from '@dayline/runtime/service/process';
import { activity } from './projections/activity/projection.ts';
import { desk } from './projections/desk/projection.ts';
import { startProjectorService } from './service.ts';

await runService({ name: 'projector', port: 3003, projections: [desk, activity], start: startProjectorService });
