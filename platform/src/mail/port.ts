/** One mail to one person, in plain text and HTML. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Whom an answer goes to. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** What the mail is about: the log of a product without a mail server says it. */
  readonly link?: string;
}

/** Where mail goes. What it took is on its way or on the disk; it may be given the same letter again. */
export interface Mail {
  /** @throws Error when the letter was not taken */
  send(letter: Letter): Promise<void>;
  close(): Promise<void>;
}
