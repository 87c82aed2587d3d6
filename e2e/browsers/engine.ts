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
  /** Resizes the page, in px; in WebKit the height includes the window's own borders. */
  resize(size: { width: number; height: number }): Promise<void>;
  /** The page on paper, as PDF; absent where the driver can't print. */
  print?(): Promise<Buffer>;
  /**
   * Errors on the console since the last call, including failed loads and policy violations; absent under the same
   * condition as `print`.
   */
  faults?(): string[];
  quit(): Promise<void>;
}

/** The source of an expression that calls `inPage` and returns a promise of its result as JSON text. */
export const callOf = (inPage: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `(async () => JSON.stringify((await (${inPage})(...${JSON.stringify(args)})) ?? null))()`;

/** The environment of the clinic's computers. */
export const environment = { TZ: 'Asia/Kolkata', LANG: 'en_US.UTF-8' };
