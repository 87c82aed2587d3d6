import type { BrowserContext, TestInfo } from '@playwright/test';
import { callOf, type WatchedSentence, watchedLabels, watchedSentences } from '../specification/items.ts';

/** The annotation type for what a story covered of the specification. */
export const metType = 'specification';

/** Sentences and labels that this worker's pages have not shown yet: only these are watched for. */
const missing = new Map([...watchedSentences(), ...watchedLabels()].map((item) => [item.says, item]));
/** Calls that this worker's pages have made successfully. */
const made = new Set<string>();

declare global {
  interface Window {
    sentenceShown(says: string): void;
  }
}

/**
 * For the report, watches every page of a context for the specification's sentences, labels and calls, and annotates
 * the story with those found. It reads what changes on a page, which slows the page down.
 */
export async function watch(context: BrowserContext, story: TestInfo): Promise<void> {
  if (!process.env['SPECIFICATION_REPORT']) return;
  await context.exposeBinding('sentenceShown', (_source, says: string) => {
    if (missing.delete(says)) story.annotations.push({ type: metType, description: says });
  });
  await context.addInitScript(watchPage, [...missing.values()]);
  context.on('response', (response) => {
    const call = callOf(response.request().method(), response.url());
    if (!(call && response.ok()) || made.has(call.says)) return;
    made.add(call.says);
    story.annotations.push({ type: metType, description: call.says });
  });
}

/** Runs in the page: added nodes are read at once, so that short-lived toasts are found. */
function watchPage(sentences: readonly WatchedSentence[]): void {
  const rest = new Map(
    sentences.map(({ says, literal, pattern, path }) => [
      says,
      { literal, shown: new RegExp(pattern, 'mu'), path: path && new RegExp(path) },
    ]),
  );
  const fold = (text: string): string => text.replace(/[‘’]/g, "'").replace(/\s+/g, ' ');

  /**
   * The text joined with nothing, with spaces and with line breaks between its nodes, with the values of fields and
   * meters from attributes.
   */
  const textOf = (element: Element): string => {
    const pieces: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) pieces.push(walker.currentNode.textContent ?? '');
    for (const field of [element, ...element.querySelectorAll('[placeholder], [aria-valuetext]')]) {
      const words = field.getAttribute('placeholder') ?? field.getAttribute('aria-valuetext');
      if (words !== null) pieces.push('\n', words);
    }
    return [pieces.join(''), pieces.join(' '), pieces.join('\n')]
      .map((joined) => joined.split('\n').map(fold).join('\n'))
      .join('\n');
  };

  /** Whether the innermost element with the text is visible; for a choice, whether its field is. */
  const isShown = (element: Element, shown: RegExp): boolean => {
    const inner = [...element.children].filter((child) => shown.test(textOf(child)));
    if (inner.length > 0) return inner.some((child) => isShown(child, shown));
    return (element.closest('select') ?? element).checkVisibility({ visibilityProperty: true });
  };

  const read = (element: Element): void => {
    if (element.closest('script, style')) return;
    const text = textOf(element);
    for (const [says, { literal, shown, path }] of rest) {
      if (path && !path.test(location.pathname)) continue;
      if (!(text.includes(literal) && shown.test(text) && isShown(element, shown))) continue;
      rest.delete(says);
      window.sentenceShown(says);
    }
  };

  new MutationObserver((records) => {
    const changed = new Set<Element>();
    for (const { target, type } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element) changed.add(element);
      if (type === 'characterData' && element?.parentElement) changed.add(element.parentElement);
    }
    for (const element of changed) read(element);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['placeholder', 'aria-valuetext'],
  });
}
