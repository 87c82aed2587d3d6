import { TestEnvironment } from 'jest-environment-jsdom';

/** What jsdom has not, or has otherwise than the data router and the interceptors need: Node's own are handed to the page. */
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
  }
}
