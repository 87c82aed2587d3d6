/** The product's name, the same in every language. */
export const product = 'Dayline';

/** A page's title in the browser's tab. */
export const documentTitle = (title: string): string => `${title} · ${product}`;
