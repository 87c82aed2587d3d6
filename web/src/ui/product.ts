import { useEffect } from 'react';

/** The product's name, the same in every language. */
export const product = 'Dayline';

/** Sets a page's title in the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title]);
}
