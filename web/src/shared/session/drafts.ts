import { create } from 'zustand';

/**
 * What was typed on a page, kept in memory only, so that a session that ends in between loses nothing: whoever signs in again
 * as the same person finds it. Somebody else never does.
 */
interface DraftState {
  drafts: Readonly<Record<string, unknown>>;
}

export const useDrafts = create<DraftState>()(() => ({ drafts: {} }));

export const keepDraft = (name: string, value: unknown): void =>
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [name]: value } }));

export const draftOf = <T>(name: string, fallback: T): T => {
  const kept = useDrafts.getState().drafts[name];
  // The name is the page's own constant, and only that page writes under it.
  return kept === undefined ? fallback : (kept as T);
};

export const dropDraft = (name: string): void =>
  useDrafts.setState(({ drafts }) => {
    const { [name]: _dropped, ...rest } = drafts;
    return { drafts: rest };
  });

export const dropAllDrafts = (): void => useDrafts.setState({ drafts: {} });
