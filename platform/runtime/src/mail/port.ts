/** A mail to one person, in plain text and HTML. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The Reply-To address. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** The link in the mail, logged by a product without a mail server. */
  readonly link?: string;
}

/** Sends mail. Accepted letters are on their way or on disk; a letter may be given again. */
export interface Mail {
  /**
   * @param signal ends the sending at once: a server that has not accepted the letter by then doesn't get it
   * @throws Error if the letter was not accepted
   */
  send(letter: Letter, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
