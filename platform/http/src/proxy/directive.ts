/** A block directive with its lines indented. */
export const block = (opening: string, lines: readonly string[]): string =>
  [`    ${opening} {`, ...lines.map((line) => `      ${line}`), '    }'].join('\n');

/** Single-quoted in nginx syntax. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
