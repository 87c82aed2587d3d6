/** A location and its lines, indented as inside a server. */
export const block = (opening: string, lines: readonly string[]): string =>
  [`    ${opening} {`, ...lines.map((line) => `      ${line}`), '    }'].join('\n');

/** In single quotes, as nginx reads it. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
