/**
 * The lines of an export. Changes that mail and editors make are ignored: line ends, a byte order mark, and blank lines
 * at the end.
 */
export async function* exportLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let blank = 0;
  let isFirst = true;
  function* whole(line: string): Generator<string> {
    const text = (isFirst ? line.replace(/^\uFEFF/, '') : line).replace(/\r$/, '');
    isFirst = false;
    if (text.trim() === '') {
      blank += 1;
      return;
    }
    for (; blank > 0; blank -= 1) yield '';
    yield text;
  }
  for await (const piece of pieces) {
    rest += piece;
    if (!piece.includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield* whole(line);
  }
  yield* whole(rest);
}
