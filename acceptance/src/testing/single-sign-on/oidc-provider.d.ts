/** The part of `oidc-provider` that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
