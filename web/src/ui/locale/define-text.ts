import { language } from './locale.ts';

/** The type of a translation: the same keys, and functions with the same arguments. */
export type Texts<Own> = Own extends string
  ? string
  : Own extends (...args: infer Args) => infer Result
    ? (...args: Args) => Texts<Result>
    : { readonly [Key in keyof Own]: Texts<Own[Key]> };

const loading = new Set<Promise<void>>();

/**
 * The UI text of a folder, for its `text.ts`. Read it while rendering, never while a module loads: the other language's
 * text is in its own chunk, and replaces the English one once loaded. English stays if it can't be loaded.
 */
export function defineText<Own extends object>(words: { en: Own; hi: () => Promise<Texts<NoInfer<Own>>> }): Own {
  const { en, hi } = words;
  if (language === 'hi') {
    const replacement = hi().then(
      (own) => void Object.assign(en, own),
      () => undefined,
    );
    loading.add(replacement);
    void replacement.finally(() => loading.delete(replacement));
  }
  return en;
}

/** Resolves once the UI text of all modules loaded so far is there. */
export async function wordsLoaded(): Promise<void> {
  await Promise.all(loading);
}
