/** What tests need of Node's files, without Node's types for pages. */
declare module 'node:fs' {
  export function readdirSync(folder: URL, options: { recursive: true }): string[];
}
