/** What is typed into search fields: the name of a demo patient. */
export const word = 'sharma';
/** The pace of a quick typist, in ms. */
export const perKey = 60;
