import type { ReactNode } from 'react';
import { create } from 'zustand';
import { uiText as text } from '../text.ts';

/** Why a question can no longer be answered with yes, as a sentence; read again after each change. */
export interface Followed {
  subscribe(onChange: () => void): () => void;
  problem(): string | undefined;
}

/** "Confirmation modal: title, message, action label, destructive flag, Cancel and action buttons" (section 4). */
export interface Question {
  title: string;
  message?: ReactNode;
  actionLabel: string;
  destructive?: boolean;
  cancelLabel?: string;
  /** The question may change while the dialog is open. */
  followed?: Followed;
}

export interface OpenQuestion extends Question {
  id: number;
  /** False for an alert, which has nothing to cancel. */
  cancellable: boolean;
  answer(isConfirmed: boolean): void;
}

interface ConfirmState {
  waiting: readonly OpenQuestion[];
}

/** Read by the host only. */
export const useConfirmState = create<ConfirmState>()(() => ({ waiting: [] }));

let questionCount = 0;

function ask(question: Question, cancellable: boolean): Promise<boolean> {
  questionCount += 1;
  const id = questionCount;
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      useConfirmState.setState(({ waiting }) => ({ waiting: waiting.filter((question) => question.id !== id) }));
      resolve(isConfirmed);
    };
    useConfirmState.setState(({ waiting }) => ({ waiting: [...waiting, { ...question, id, cancellable, answer }] }));
  });
}

/** Answers no to every open question: the person who was asked has left. */
export function dismissQuestions(): void {
  for (const { answer } of useConfirmState.getState().waiting) answer(false);
}

/** Asks for confirmation; resolves to whether the action was chosen. Questions are queued. */
export const confirm = (question: Question): Promise<boolean> => ask(question, true);

/** The specification's alerts: one sentence and OK. */
export const alert = async (title: string, message?: ReactNode): Promise<void> => {
  await ask({ title, actionLabel: text.ok, ...(message === undefined ? {} : { message }) }, false);
};
