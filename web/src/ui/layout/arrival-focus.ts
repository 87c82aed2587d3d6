import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether this document has shown a page before: on the very first one the focus stays where the browser puts it. */
let anotherBefore = false;

/**
 * For a page's title, which needs tabIndex -1. The link that led to the page is gone, and the focus with it: the title
 * is focused, unless an element of the page is.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown
  useEffect(() => {
    const isArrival = key === 'default' && !anotherBefore;
    anotherBefore = true;
    if (!isArrival && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
