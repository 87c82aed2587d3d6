import { useState } from 'react';

const key = 'dayline.menuPinned';

/** Whether the menu stays open on wide screens; the viewer's setting, kept on this device. */
export function usePinnedMenu() {
  const [pinned, setPinned] = useState(() => localStorage.getItem(key) === 'yes');
  return {
    pinned,
    setPinned: (next: boolean) => {
      localStorage.setItem(key, next ? 'yes' : 'no');
      setPinned(next);
    },
  };
}
