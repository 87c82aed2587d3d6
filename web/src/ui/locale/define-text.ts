import { language } from './locale.ts';

/** The type of a translation: the same keys, and functions with the same arguments. */
export type Texts<Own> = Own extends string
  ? string
  : Own extends (...args: infer Args) => infer Result
    ? (...args: Args) => Texts<Result>
    : { readonly [Key in keyof Own]: Texts<Own[Key]> };

const loading = new Set<Promise<void>>();

/**
 * The words of a folder, for its `text.ts`. Read them while rendering, never while a module loads: those of the other
 * language are a chunk of their own, which takes their place once it is there. English stays if it can't be loaded.
 */
export function defineText<Own extends object>(words: { en: Own; hi: () => Promise<Texts<NoInfer<Own>>> }): Own {
  const { en, hi } = words;
  if (language === 'hi') {
    const replaced = hi().then(
      (own) => void Object.assign(en, own),
      () => undefined,
    );
    loading.add(replaced);
    void replaced.finally(() => loading.delete(replaced));
  }
  return en;
}

/** Resolves once the words of all modules so far are there. */
export async function wordsLoaded(): Promise<void> {
  await Promise.all(loading);
}
