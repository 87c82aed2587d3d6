import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { type Action, isEnabled } from '../../ui/buttons/action.ts';
import { isPressedAgain } from '../../ui/buttons/single-press.ts';
import { isComposing } from '../../ui/fields/composing.ts';
import { uiText as text } from '../../ui/text.ts';

type KeyedAction = Action & { shortcut: string };

const hasShortcut = (action: Action): action is KeyedAction => action.shortcut !== undefined;

/** A key that the page's own fields and buttons handle. */
interface HandledKey {
  /** As labelled on the key: 'Enter', 'Page Down'. */
  key: string;
  name: string;
}

interface ShortcutState {
  /** The viewer's setting; kept on this device. */
  on: boolean;
  sheetOpen: boolean;
  groups: ReadonlyMap<string, readonly KeyedAction[]>;
  handled: ReadonlyMap<string, readonly HandledKey[]>;
}

const choiceKey = 'dayline.singleKeys';
const storedChoice = (): boolean => globalThis.localStorage?.getItem(choiceKey) !== 'off';

export const useShortcutState = create<ShortcutState>()(() => ({
  on: storedChoice(),
  sheetOpen: false,
  groups: new Map(),
  handled: new Map(),
}));

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(choiceKey, isOn ? 'on' : 'off');
  useShortcutState.setState({ on: isOn });
}

export const setShortcutSheet = (sheetOpen: boolean): void => useShortcutState.setState({ sheetOpen });

/**
 * Registers a page's or component's actions by their keys while it is mounted, and lists them on the key sheet. If two
 * actions have the same key, the one registered last wins.
 */
export function useActions(actions: readonly Action[]): void {
  const id = useId();
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const names = actions.map((action) => `${action.shortcut}${action.name}${isEnabled(action)}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the group is announced again only when what the list shows has changed
  useEffect(() => {
    const group = latest.current
      .map((action, index) => ({ ...action, perform: () => latest.current[index]?.perform() }))
      .filter(hasShortcut);
    useShortcutState.setState(({ groups }) => ({ groups: new Map([...groups, [id, group]]) }));
    return () =>
      useShortcutState.setState(({ groups }) => {
        const rest = new Map(groups);
        rest.delete(id);
        return { groups: rest };
      });
  }, [id, names]);
}

/** Lists keys that the page handles itself on the key sheet, while it is mounted. */
export function useHandledKeys(keys: readonly HandledKey[]): void {
  const id = useId();
  const names = JSON.stringify(keys);
  useEffect(() => {
    const list: HandledKey[] = JSON.parse(names);
    useShortcutState.setState(({ handled }) => ({ handled: new Map([...handled, [id, list]]) }));
    return () =>
      useShortcutState.setState(({ handled }) => ({
        handled: new Map([...handled].filter(([handler]) => handler !== id)),
      }));
  }, [id, names]);
}

/** A wizard's keys on the key sheet. */
export const useWizardKeyList = ({ canContinue, canGoBack }: { canContinue: boolean; canGoBack: boolean }): void =>
  useHandledKeys([
    ...(canContinue ? [{ key: text.enterKey, name: text.continue }] : []),
    ...(canGoBack ? [{ key: text.escapeKey, name: text.back }] : []),
  ]);

/** Checkboxes and switches take only Space; a radio button and a slider also take the arrow keys. */
const editable =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]';
const movedByArrows = '[type="radio"], [type="range"]';

/** Whether the focused element needs the key itself: a field, or anything in a dialog or menu. */
export function belongsToField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(`${editable}, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]`) !== null;
}

/** Whether an arrow key moves or scrolls the focused element itself. */
function isHandledByFocused(key: string, target: EventTarget | null): boolean {
  const across = key === 'ArrowLeft' || key === 'ArrowRight';
  if ((!across && key !== 'ArrowUp' && key !== 'ArrowDown') || !(target instanceof Element)) return false;
  if (target === document.body) return false;
  if (target.matches(movedByArrows)) return true;
  const { overflowX, overflowY } = getComputedStyle(target);
  const room = across ? target.scrollWidth - target.clientWidth : target.scrollHeight - target.clientHeight;
  return room > 0 && ['auto', 'scroll'].includes(across ? overflowX : overflowY);
}

/** Performs a key's action. */
function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
  if (belongsToField(event.target) || document.querySelector('[role="alertdialog"], [role="dialog"]')) return;
  const { on, groups } = useShortcutState.getState();
  if (!on) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (isHandledByFocused(key, event.target)) return;
  if (key === '?') {
    event.preventDefault();
    setShortcutSheet(true);
    return;
  }
  for (const group of [...groups.values()].reverse()) {
    const match = group.find((action) => action.shortcut === key && isEnabled(action));
    if (!match) continue;
    event.preventDefault();
    if (match.repeats || !(event.repeat || isPressedAgain())) match.perform();
    return;
  }
}

/** Listens for single keys. Called once, by the frame itself: a key pressed before the key sheet has loaded counts. */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
