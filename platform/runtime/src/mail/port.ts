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
  /** @throws Error if the letter was not accepted */
  send(letter: Letter): Promise<void>;
  close(): Promise<void>;
}
