import { TestEnvironment } from 'jest-environment-jsdom';
import jsdomUtils from 'jsdom/lib/jsdom/living/generated/utils.js';
import { quickenStyles } from './quick-styles.js';

/**
 * jsdom lacks some globals, or has versions that the data router and the interceptors can't use: Node's own are used.
 */
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
    passQuicklyOverRules(this.global);
    // In jsdom it is a getter, and its crypto has no `subtle`.
    Object.defineProperty(this.global, 'crypto', { value: crypto, configurable: true });
  }

  handleTestEvent({ name }, { testNamePattern, hasFocusedTests }) {
    if (name === 'run_start') this.global.isPartOfTests = Boolean(testNamePattern) || hasFocusedTests;
  }
}

/** By selector, the classes that a matching element itself must have; none if that can't be determined simply. */
const classesOf = new Map();

/** @param selector undefined for rules of another kind, such as keyframes */
function neededClasses(selector = '') {
  let outside = selector;
  while (/\([^()]*\)/.test(outside)) outside = outside.replaceAll(/\([^()]*\)/g, '');
  const last = /[,[\]"'\\()]/.test(outside) ? '' : outside.split(/[\s>+~]+/).at(-1);
  return [...last.matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
}

/**
 * For computed styles jsdom matches the selector of every rule against an element, which takes a third of these tests'
 * time. Most rules need a class that the element lacks, which can be checked without the selector engine.
 */
function passQuicklyOverRules(window) {
  const { document } = window;
  // Creates the engine.
  window.getComputedStyle(document.documentElement);
  const engine = jsdomUtils.implForWrapper(document)._nwsapiDontThrow;
  const match = engine.match;
  engine.match = (selector, element, ...more) => {
    const needed = classesOf.get(selector) ?? neededClasses(selector);
    classesOf.set(selector, needed);
    const own = needed.length > 0 && ` ${element.getAttribute('class') ?? ''} `;
    return needed.every((name) => own.includes(` ${name} `)) && match(selector, element, ...more);
  };
  quickenStyles(window, (selector, element) => engine.match(selector, jsdomUtils.wrapperForImpl(element)));
}
