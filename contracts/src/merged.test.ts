import { merged } from './merged.ts';

test('has all of every part, and no name twice', () => {
  expect(merged([{ one: 1 }, { two: 2, three: 3 }, {}])).toEqual({ one: 1, two: 2, three: 3 });
  expect(() => merged([{ one: 1 }, { two: 2 }, { one: 3 }])).toThrow(new TypeError('one is defined twice'));
});
