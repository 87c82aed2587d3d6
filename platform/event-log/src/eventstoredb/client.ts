import { EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import { isUndiscovered } from './failures.ts';
import { inTime, OutOfTime } from './time-limit.ts';

/** After this many appends in a row without an answer, their stream is considered lost. */
const maxUnanswered = 3;

type Append = EventStoreDBClient['appendToStream'];

export interface SharedClient {
  /** For reads and subscriptions. */
  readonly client: EventStoreDBClient;
  /**
   * Appends, within a time limit. All appends share one stream, and a lookup of the server's features precedes the
   * first; the client waits for either without limit, and caches a lookup that failed because no node was found. If
   * several appends in a row have no answer, or one fails for that reason, both are renewed.
   * @throws OutOfTime: the outcome is unknown
   */
  append(limitMs: number, ...call: Parameters<Append>): ReturnType<Append>;
  leave(): Promise<void>;
}

/**
 * One client per address and process. The library keeps pending appends of all clients in one process-wide map, so a
 * broken stream of one client would reject appends of the others.
 */
const clients = new Map<string, Connection>();

/** @throws Error if the address can't be parsed */
export function useClient(url: string): SharedClient {
  const connection = clients.get(url) ?? new Connection(url);
  clients.set(url, connection);
  connection.users += 1;
  return connection;
}

/** The parts of a gRPC stream that this module uses. */
interface GrpcStream extends NodeJS.EventEmitter {
  cancel?(): void;
}
type CreateStream = (type: unknown, name: string, creator: (stub: unknown) => GrpcStream, cache: unknown) => unknown;
type HandleError = (stub: unknown, error: Error) => Promise<void>;

/** The headers of a call, as far as this module uses them. */
interface Headers {
  set(name: string, value: string): void;
  clone(): Headers;
}
type CallArguments = (...call: unknown[]) => [Headers, ...unknown[]];

/**
 * Headers that ask for no compression. The server compresses each message by itself, so each event, and gRPC makes a
 * decompressor for each: a quarter of the processor time of a service. gRPC sets the header on a copy and has no option.
 */
function withoutCompression(headers: Headers): Headers {
  const [set, clone] = [headers.set.bind(headers), headers.clone.bind(headers)];
  headers.set = (name, value) => set(name, name === 'grpc-accept-encoding' ? 'identity' : value);
  headers.clone = () => withoutCompression(clone());
  return headers;
}

class Connection implements SharedClient {
  readonly client: EventStoreDBClient;
  users = 0;
  readonly #url: string;
  /** The stream that carries the appends. */
  #appending: GrpcStream | null = null;
  #unanswered = 0;
  /** How often the stream was renewed; time-outs of an earlier one say nothing about the present one. */
  #renewals = 0;

  constructor(url: string) {
    this.#url = url;
    this.client = EventStoreDBClient.connectionString(url);
    this.#keepFaults();
    this.#watchStreams();
    this.#refuseCompression();
  }

  async append(limitMs: number, ...call: Parameters<Append>): ReturnType<Append> {
    const renewals = this.#renewals;
    try {
      const answer = await inTime(limitMs, this.client.appendToStream(...call));
      this.#unanswered = 0;
      return answer;
    } catch (error) {
      if (renewals === this.#renewals) this.#unanswered = error instanceof OutOfTime ? this.#unanswered + 1 : 0;
      if (this.#unanswered >= maxUnanswered || isUndiscovered(error)) this.#renew();
      throw error;
    }
  }

  async leave(): Promise<void> {
    this.users -= 1;
    if (this.users > 0) return;
    clients.delete(this.#url);
    await this.client.dispose();
  }

  /** The library opens another channel and requests the features again, as after an error; subscriptions stay. */
  #renew(): void {
    this.#renewals += 1;
    this.#unanswered = 0;
    // Casts are safe: the library's own methods, protected by its types.
    const handleError = Reflect.get(this.client, 'handleError') as HandleError;
    const getChannel = Reflect.get(this.client, 'getChannel') as () => Promise<unknown>;
    getChannel().then(
      (channel) => handleError({ getChannel: () => channel }, new UnavailableError()),
      () => {
        // No node has been found yet: the next append renews it.
      },
    );
    this.#appending?.cancel?.();
    this.#appending = null;
  }

  /**
   * After an error the library checks its channel without handling that promise. While a cluster's nodes can't be found
   * the promise rejects, which would end the process; the call itself is answered with the error.
   */
  #keepFaults(): void {
    // Cast is safe: the library's own method, protected by its types.
    const handleError = Reflect.get(this.client, 'handleError') as HandleError;
    const safeHandleError: HandleError = (...about) => handleError(...about).catch(() => undefined);
    Reflect.set(this.client, 'handleError', safeHandleError);
  }

  #refuseCompression(): void {
    // Cast is safe: the library's own method, protected by its types.
    const callArguments = Reflect.get(this.client, 'callArguments') as CallArguments;
    const plain: CallArguments = (...call) => {
      const [headers, ...more] = callArguments(...call);
      return [withoutCompression(headers), ...more];
    };
    Reflect.set(this.client, 'callArguments', plain);
  }

  /**
   * Holds the stream of the appends. Its error rejects the pending appends of every such stream of the process;
   * a later answer to one of them on another stream would throw in the library's listener and end the process.
   */
  #watchStreams(): void {
    const { client } = this;
    // Cast is safe: the library's own method, protected by its types, with the arguments that the library passes.
    const create = Reflect.get(client, 'GRPCStreamCreator') as CreateStream;
    const createStream: CreateStream = (type, name, creator, cache) =>
      create(type, name, (stub) => (name === 'appendToStream' ? this.#watch(creator(stub)) : creator(stub)), cache);
    Reflect.set(client, 'GRPCStreamCreator', createStream);
  }

  #watch(stream: GrpcStream): GrpcStream {
    this.#appending = stream;
    for (const listener of stream.listeners('data')) {
      // Cast is safe: a data listener receives one message.
      const take = listener as (message: unknown) => void;
      stream.off('data', take);
      stream.on('data', (message: unknown) => {
        try {
          take(message);
        } catch {
          // An answer to an append that was already rejected, whose outcome its caller has looked up.
        }
      });
    }
    return stream;
  }
}
