import { create } from 'zustand';
import { onForgetShown } from './forget-shown.ts';

/**
 * Text typed on a page, kept in memory only, so that an ended session loses nothing: the same person gets it back after
 * signing in again, and nobody else does.
 */
interface DraftState {
  drafts: Readonly<Record<string, unknown>>;
}

export const useDrafts = create<DraftState>()(() => ({ drafts: {} }));

export const keepDraft = (name: string, value: unknown): void =>
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [name]: value } }));

export const draftOf = <T>(name: string, fallback: T): T => {
  const value = useDrafts.getState().drafts[name];
  // Cast is safe: the name is a constant of the page, and only that page writes under it.
  return value === undefined ? fallback : (value as T);
};

export const dropDraft = (name: string): void =>
  useDrafts.setState(({ drafts }) => {
    const { [name]: _dropped, ...rest } = drafts;
    return { drafts: rest };
  });

const dropAllDrafts = (): void => useDrafts.setState({ drafts: {} });
onForgetShown('gone', dropAllDrafts);
