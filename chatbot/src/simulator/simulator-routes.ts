import express, { type Router } from 'express';
import type { Simulator } from './simulator.ts';

/** The simulator as the Graph API over HTTP. */
export function simulatorRoutes(simulator: () => Simulator): Router {
  const router = express.Router();
  router.post('/:number/messages', express.json(), async (request, response) => {
    const answer = simulator().request(request.headers.authorization, request.body);
    if (simulator().network.statusesFirst) await simulator().flush();
    if (answer === null) request.socket.destroy();
    else response.status(answer.status).json(answer.body);
  });
  router.get('/:number', (_request, response) => {
    response.json({ id: '1', display_phone_number: '+91 11 4000 0000', verified_name: 'Sunrise' });
  });
  return router;
}
