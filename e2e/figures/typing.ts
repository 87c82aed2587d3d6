/** What is typed into search fields: a name of the demo's patients. */
export const word = 'sharma';
/** The pace of a quick typist, in ms. */
export const perKey = 60;
