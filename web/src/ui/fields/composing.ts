/** Whether a key belongs to an input method that composes text. Safari ends composing before the key: it has 229 then. */
export const isComposing = ({ isComposing: is, keyCode }: KeyboardEvent): boolean => is || keyCode === 229;
