import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom lacks some globals, or has others than the data router and the interceptors need: Node's own are used. */
const fromNode = {
  fetch,
  Request,
  Response,
  Headers,
  FormData,
  Blob,
  File,
  ReadableStream,
  WritableStream,
  TransformStream,
  TextEncoder,
  TextDecoder,
  TextEncoderStream,
  TextDecoderStream,
  CompressionStream,
  DecompressionStream,
  BroadcastChannel,
  AbortController,
  AbortSignal,
  structuredClone,
};

export default class PageEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, fromNode);
    // A getter of jsdom's, whose crypto has no `subtle`.
    Object.defineProperty(this.global, 'crypto', { value: crypto, configurable: true });
  }
}
