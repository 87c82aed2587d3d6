/** A real server and the double behave alike. */
import { startEventStore, startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { describeBehaviour } from '../testing/behaviour.ts';

const server = await startEventStore();
describe(server.from, () => describeBehaviour(server));
if (server.from !== 'double') {
  const double = await startFaultyEventStore();
  describe(double.from, () => describeBehaviour(double));
}
