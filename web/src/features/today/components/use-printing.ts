import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { onPrint } from '../../../ui/theme/on-print.ts';

/** Whether the page is being printed, where there is no next page to click on. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  // At once: browsers print, or copy, the page as it is when the event is over.
  useEffect(() => onPrint((now) => flushSync(() => setPrinting(now))), []);
  return isPrinting;
}
