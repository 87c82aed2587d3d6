import { selectRows } from './select.ts';

const row = (key: string, value: string | number | null) => ({ key, at: '', value });
const keys = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key).join(' ');

test('orders as a view store does: null first, numbers by their value, texts by their code points, then keys', () => {
  const rows = [
    row('ten', 10),
    row('a2', 'a'),
    row('a1', 'a'),
    row('emoji', '😀'),
    row('private', '\uE000'),
    row('two', 2),
  ];
  const all = [...rows, row('null', null)];
  const order = [{ field: 'value' }];
  expect(keys(selectRows(all, { where: {}, order }))).toBe('null two ten a1 a2 private emoji');
  expect(keys(selectRows(all, { where: {}, order: [{ field: 'value', descending: true }] }))).toMatch(
    /^emoji private a/,
  );
});
