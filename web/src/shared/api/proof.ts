import { CallError } from './call-error.ts';

/** Asks who is signed in for the password or a code; resolves to whether the server accepted it. */
let confirmIdentity: () => Promise<boolean> = async () => false;
/** The application registers its dialog here. */
export const whenProofIsNeeded = (confirm: () => Promise<boolean>): void => {
  confirmIdentity = confirm;
};

let asking: Promise<boolean> | undefined;

/** Sends a call; if it needs a fresh proof, again after that. Unconfirmed, the refusal stands: nothing was done. */
export async function withProof<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'proof.needed') throw error;
    // Calls made at the same time share one question.
    asking ??= confirmIdentity().finally(() => {
      asking = undefined;
    });
    if (!(await asking)) throw error;
    return withProof(send);
  }
}
