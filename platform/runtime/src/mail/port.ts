/** An email to one person, in plain text and HTML. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The Reply-To address. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** A calendar's event (iTIP), for the mail program to show. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
  /** The address that ends such emails with a POST (List-Unsubscribe, RFC 8058). */
  readonly unsubscribe?: string;
  /** The link in the email, logged by a product without a mail server. */
  readonly link?: string;
}

/** Sends email. Accepted emails are on their way or on disk; the same email may be passed again. */
export interface Mail {
  /**
   * @param signal stops the sending at once: a server that has not accepted the email by then doesn't get it
   * @throws Error if the email was not accepted
   */
  send(letter: Letter, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
