import { jest } from '@jest/globals';

/** Texts must not be read while modules load: they would keep the language of that moment. */
const read: string[] = [];
const sealed = (owner: object): object =>
  new Proxy(owner, {
    get(words, key) {
      if (typeof key === 'string') read.push(key);
      return Reflect.get(words, key);
    },
  });

jest.unstable_mockModule('../ui/locale/define-text.ts', () => ({
  defineText: ({ en }: { en: object }) => sealed(en),
  wordsLoaded: async () => undefined,
}));

test('no page reads words while its modules load', async () => {
  const { pages } = await import('./pages.ts');
  for (const { load } of pages) await load();
  await import('./router.tsx');
  expect(read).toEqual([]);
});
