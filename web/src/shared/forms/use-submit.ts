import { type FormEvent, useRef, useState } from 'react';
import { CallError } from '../api/call-error.ts';

/** The outcome of a form's last attempt. */
export interface Outcome {
  sentence: string;
  isDone: boolean;
  /** The server's refusal, if there was one. */
  refusal?: CallError;
}

interface Submission<Reply> {
  /** The error in the entries, or true if the fields show it; then nothing is sent. */
  problem?(): string | true | undefined;
  send(): Promise<Reply>;
  /**
   * Returns the message to show, by default the server's. Without a message the page is left, and the form stays busy.
   */
  onDone?(reply: Reply): string | undefined;
  /** The message for a refusal, instead of the server's. */
  refused?(refusal: CallError): string;
  /** The message if there was no response. */
  failed: string;
  /** Called after a refusal or a failure. */
  onFailed?(refusal: CallError | undefined): void;
}

const messageOf = (reply: unknown): string | undefined =>
  typeof reply === 'object' && reply !== null && 'message' in reply ? String(reply.message) : undefined;

/** Sends a form, one submission at a time, and keeps its outcome. */
export function useSubmit<Reply>(submission: Submission<Reply>) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isPending, setPending] = useState(false);
  const isUnderway = useRef(false);
  const submit = async (event?: Pick<FormEvent, 'preventDefault'>): Promise<void> => {
    event?.preventDefault();
    if (isUnderway.current) return;
    const { problem, send, onDone = messageOf, refused, failed, onFailed } = submission;
    const wrong = problem?.();
    setOutcome(typeof wrong === 'string' ? { sentence: wrong, isDone: false } : undefined);
    if (wrong !== undefined) return;
    isUnderway.current = true;
    setPending(true);
    let isLeft = false;
    try {
      const sentence = onDone(await send());
      isLeft = sentence === undefined;
      if (sentence !== undefined) setOutcome({ sentence, isDone: true });
    } catch (error) {
      if (!(error instanceof CallError)) setOutcome({ sentence: failed, isDone: false });
      else setOutcome({ sentence: refused?.(error) ?? error.message, isDone: false, refusal: error });
      onFailed?.(error instanceof CallError ? error : undefined);
    } finally {
      if (!isLeft) {
        isUnderway.current = false;
        setPending(false);
      }
    }
  };
  return { submit, isPending, outcome };
}
