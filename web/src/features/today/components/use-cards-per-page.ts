import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { cardsPerPage, mostCards } from '../rules.ts';
import { todayText as text } from '../text.ts';

const key = 'dayline.cardsPerPage';
/** Nine cards fit below the title, and the pager with them. */
const roomy = '(min-width: 900px) and (min-height: 880px)';

/** Cards per page: five, or nine on a larger screen, as last chosen on this device. */
export function useCardsPerPage(onChange: () => void): { size: number; change: Action | undefined } {
  const hasRoom = useMediaQuery(roomy, { noSsr: true });
  const [wantsMore, setWantsMore] = useState(() => localStorage.getItem(key) === String(mostCards));
  if (!hasRoom) return { size: cardsPerPage, change: undefined };
  const size = wantsMore ? mostCards : cardsPerPage;
  const change = {
    name: wantsMore ? text.showFewer : text.showMore,
    perform: () => {
      localStorage.setItem(key, String(wantsMore ? cardsPerPage : mostCards));
      setWantsMore(!wantsMore);
      onChange();
    },
  };
  return { size, change };
}
