/** WebDriver's input sources, each with its actions: https://www.w3.org/TR/webdriver2/#actions */
export type InputSources = readonly { type: 'key' | 'pointer'; id: string; actions: readonly object[] }[];

/** A browser with one tab, driven through its own protocol. */
export interface Engine {
  /** Resolves once the page is loaded. */
  open(url: string): Promise<void>;
  back(): Promise<void>;
  /** Calls a function in the page; its arguments and result are JSON. @throws Error if it throws */
  run<Args extends unknown[], Result>(inPage: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  perform(input: InputSources): Promise<void>;
  /** The size of the page, in px; with the window's own lines in WebKit's height. */
  resize(size: { width: number; height: number }): Promise<void>;
  /** The page on paper, as PDF; absent where the driver can't print. */
  print?(): Promise<Buffer>;
  /** The console's errors since the last call, what was not loaded or was refused by the policy; absent as `print`. */
  faults?(): string[];
  quit(): Promise<void>;
}

/** The source of an expression that calls `inPage` and gives a promise of its result as JSON text. */
export const callOf = (inPage: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `(async () => JSON.stringify((await (${inPage})(...${JSON.stringify(args)})) ?? null))()`;

/** The clinic's, as a person's computer there has it. */
export const environment = { TZ: 'Asia/Kolkata', LANG: 'en_US.UTF-8' };
