/**
 * The words of a feature, for its `text.ts`. Read them while rendering, never while a module loads: the language may
 * change in between.
 */
export const defineText = <Own extends object>({ en }: { en: Own }): Own => en;
