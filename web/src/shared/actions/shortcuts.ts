import { useEffect, useId, useRef } from 'react';
import { create } from 'zustand';

/** What a single key does here. Buttons, menus and the key list read the same object. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it; letters in lower case. */
  key: string;
  /** What it does, for the list of keys. */
  label: string;
  perform(): void;
  /** False while it can't be done: the key then does nothing. */
  enabled?: boolean;
}

interface ShortcutState {
  /** The viewer's choice; kept on this device. */
  on: boolean;
  sheetOpen: boolean;
  groups: ReadonlyMap<string, readonly Shortcut[]>;
}

const choiceKey = 'dayline.singleKeys';
const storedChoice = (): boolean => globalThis.localStorage?.getItem(choiceKey) !== 'off';

export const useShortcutState = create<ShortcutState>()(() => ({
  on: storedChoice(),
  sheetOpen: false,
  groups: new Map(),
}));

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(choiceKey, on ? 'on' : 'off');
  useShortcutState.setState({ on });
}

export const setShortcutSheet = (sheetOpen: boolean): void => useShortcutState.setState({ sheetOpen });

/** Announces a page's or a piece's keys for as long as it is shown. What came last wins a key that two want. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const id = useId();
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const names = shortcuts.map(({ key, label, enabled }) => `${key}${label}${enabled ?? true}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the group is announced anew only when what the list shows has changed
  useEffect(() => {
    const group = latest.current.map((shortcut, index) => ({
      ...shortcut,
      perform: () => latest.current[index]?.perform(),
    }));
    useShortcutState.setState(({ groups }) => ({ groups: new Map([...groups, [id, group]]) }));
    return () =>
      useShortcutState.setState(({ groups }) => {
        const rest = new Map(groups);
        rest.delete(id);
        return { groups: rest };
      });
  }, [id, names]);
}

const editable = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]';

/** Whether a key belongs to what has the focus: a field, or anything in a dialog or menu. */
export function belongsToField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(`${editable}, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]`) !== null;
}

/** Performs what a key stands for. Exported for the host and its tests. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (belongsToField(event.target) || document.querySelector('[role="alertdialog"], [role="dialog"]')) return;
  const { on, groups } = useShortcutState.getState();
  if (!on) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === '?') {
    event.preventDefault();
    setShortcutSheet(true);
    return;
  }
  for (const group of [...groups.values()].reverse()) {
    const found = group.find((shortcut) => shortcut.key === key && (shortcut.enabled ?? true));
    if (!found) continue;
    event.preventDefault();
    found.perform();
    return;
  }
}
