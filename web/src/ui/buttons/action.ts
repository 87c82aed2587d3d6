import type { IconName } from '../icons/icon.tsx';

/** A user action. Its button, its menu item, its key and its line in the key sheet all read this object. */
export interface Action {
  /** Its label: in the button, the menu and the key sheet. */
  name: string;
  icon?: IconName;
  /** A single key, as in `KeyboardEvent.key`; letters in lower case. */
  shortcut?: string;
  /** Holding or quickly pressing the key repeats it: it moves the focus or turns a page. */
  repeats?: boolean;
  /** False while unavailable: the button is disabled and the key does nothing. */
  enabled?: boolean;
  /** A response is pending: further presses do nothing. */
  isPending?: boolean;
  /** Why it is unavailable, shown beside its disabled menu item. */
  reason?: string;
  /** Destructive: the menu shows it in the error colour. */
  destructive?: boolean;
  perform(): void;
}

/** A menu item that links to another page. */
export interface ActionLink {
  name: string;
  icon: IconName;
  to: string;
  state?: unknown;
}

export const isEnabled = ({ enabled = true }: Pick<Action, 'enabled'>): boolean => enabled;
