import fc from 'fast-check';
import { pagesOf, pageWindow } from './page-window.ts';

test('"page count is ceiling of results over 6"', () => {
  expect(pagesOf(13, 6)).toBe(3);
  expect(pagesOf(12, 6)).toBe(2);
  expect(pagesOf(0, 6)).toBe(1);
});

test.each([
  [1, 3, [1, 2, 3], undefined],
  [1, 18, [1, 2, 3, 4, 5], 18],
  [10, 18, [8, 9, 10, 11, 12], 18],
  [16, 18, [14, 15, 16, 17, 18], undefined],
  [18, 18, [14, 15, 16, 17, 18], undefined],
])('page %i of %i shows %j and then %j', (page, pages, numbers, last) => {
  expect(pageWindow(page, pages)).toEqual({ numbers, last });
});

test('the window always holds the page, and at most 5 numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
      const [page, pages] = a <= b ? [a, b] : [b, a];
      const { numbers, last } = pageWindow(page, pages);
      expect(numbers).toContain(page);
      expect(numbers.length).toBe(Math.min(5, pages));
      expect(last === undefined).toBe(numbers.at(-1) === pages);
    }),
  );
});
