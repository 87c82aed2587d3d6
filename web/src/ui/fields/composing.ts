/**
 * Whether a key belongs to an input method composing text. Safari ends composing before the key event, whose key code
 * is then 229.
 */
export const isComposing = ({ isComposing: is, keyCode }: KeyboardEvent): boolean => is || keyCode === 229;
