import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import { runService } from '@dayline/runtime/service/process';
import { startQueryService } from './start.ts';

await runService({ name: 'query service', port: 3002, projections: [desk, activity], start: startQueryService });
