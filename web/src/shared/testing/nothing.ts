/** Stands in for style sheets. */
export {};
