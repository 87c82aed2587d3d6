import type { ComponentType } from 'react';
import { create } from 'zustand';
import { untilLoaded } from '../../shared/lazy-piece.ts';
import { onForgetShown } from '../../shared/session/forget-shown.ts';

interface ProofState {
  /** The open dialog. */
  asked: { Dialog: ComponentType<{ onAnswer(isProved: boolean): void }>; answer(isProved: boolean): void } | undefined;
}

export const useAskedProof = create<ProofState>()(() => ({ asked: undefined }));

/** Opens the dialog; resolves to whether the person confirmed. */
export async function askForProof(): Promise<boolean> {
  const { ProofDialog } = await untilLoaded(() => import('./proof-dialog.tsx'));
  return new Promise((resolve) => {
    const answer = (isProved: boolean) => {
      useAskedProof.setState({ asked: undefined });
      resolve(isProved);
    };
    useAskedProof.setState({ asked: { Dialog: ProofDialog, answer } });
  });
}

// The command would be sent under the name of the person who signs in next.
onForgetShown('expired', () => useAskedProof.getState().asked?.answer(false));
