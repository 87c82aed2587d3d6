/**
 * C0 and C1 control characters, line separators and bidirectional controls: they can control a terminal or disguise a
 * name. Written as the content of a character class without \p, which JSON Schema implementations in other languages
 * may not support.
 */
export const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
