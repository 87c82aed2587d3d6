import { judged, longFunctions } from './function-length.mjs';

const lines = (count, text = '  work();') => Array.from({ length: count }, () => text).join('\n');
const declared = (inside) => `function plan() {\n${lines(inside)}\n}\n`;

test.each([
  ['a function', 'slots.ts', declared(99), 'slots.ts:1: plan has 101 lines, at most 100'],
  ['one of blank lines', 'slots.ts', `function plan() {\n${lines(99, '')}\n}`, 'slots.ts:1: plan has 101 lines'],
  [
    'a component',
    'page.tsx',
    `// The page.\nexport const Page = () => (\n  <ul>\n${lines(119, '    <li>ü</li>')}\n  </ul>\n);\n`,
    'page.tsx:2: Page has 123 lines',
  ],
  ['a method', 'hub.ts', `class Hub {\n  open() {\n${lines(99)}\n  }\n}`, 'hub.ts:2: open has 101 lines'],
  ['a private method', 'hub.ts', `class Hub {\n  async #open() {\n${lines(99)}\n  }\n}`, 'hub.ts:2: #open has'],
  ['a constructor', 'hub.ts', `class Hub {\n  constructor() {\n${lines(99)}\n  }\n}`, 'hub.ts:2: constructor has'],
  [
    'an arrow in an object',
    'desk.ts',
    `const desk = {\n  open: () => {\n${lines(99)}\n  },\n};`,
    'desk.ts:2: open has',
  ],
  ['a method in an object', 'desk.ts', `const desk = {\n  open() {\n${lines(99)}\n  },\n};`, 'desk.ts:2: open has'],
  [
    'a callback',
    'desk.ts',
    `const open = () => {\n  later(() => {\n${lines(99)}\n  });\n};`,
    'desk.ts:2: a function in open has 101 lines\ndesk.ts:1: open has 103 lines',
  ],
  [
    'a function of test support',
    'testing/stage.ts',
    `export function stage() {\n${lines(99)}\n}\ndescribe('it', () => {});`,
    'testing/stage.ts:1: stage has 101 lines',
  ],
])('%s fails if it is too long', (_, path, source, expected) => {
  // Spans continue from the file parsed before.
  longFunctions('before.ts', '// ümlaut\nexport const before = 1;\n');
  expect(longFunctions(path, source)).toEqual(expected.split('\n').map((line) => expect.stringContaining(line)));
});

test.each([
  ['a function that is just short enough', 'slots.ts', declared(98)],
  ['two of that length', 'slots.ts', declared(98) + declared(98)],
  ['a class of short methods', 'hub.ts', `class Hub {\n${lines(60, '  m() {\n    work();\n  }')}\n}`],
  [
    'a describe block',
    'testing/contract.ts',
    `describe('the port', () => {\n${lines(200, "  test('it', () => {});")}\n});`,
  ],
  [
    'a function that declares tests',
    'testing/contract.ts',
    `function suite() {\n${lines(200, "  test.each([1])('it', () => {});")}\n}`,
  ],
])('%s is allowed', (_, path, source) => {
  expect(longFunctions(path, source)).toEqual([]);
});

test('all sources are judged but tests', () => {
  const paths = judged();
  expect(paths.length).toBeGreaterThan(500);
  expect(paths).toContain('query-service/src/live/hub.ts');
  expect(paths.filter((path) => /\.(test|spec)\.|^e2e\/stories\//.test(path))).toEqual([]);
});
