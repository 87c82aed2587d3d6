import { useState } from 'react';
import { cardsPerPage, pageSizes } from '../rules.ts';

type PageSize = (typeof pageSizes)[number];
const key = 'dayline.cardsPerPage';
const sizeOf = (text: string | null): PageSize => pageSizes.find((size) => String(size) === text) ?? cardsPerPage;

/** Cards per page, as last chosen on this device. */
export function useCardsPerPage(onChange: () => void): { size: PageSize; choose(size: string): void } {
  const [size, setSize] = useState(() => sizeOf(localStorage.getItem(key)));
  const choose = (text: string) => {
    const chosenSize = sizeOf(text);
    localStorage.setItem(key, String(chosenSize));
    setSize(chosenSize);
    onChange();
  };
  return { size, choose };
}
