/** Ids joined by underscores: no dot, no slash, so that a name can't leave its folder. */
const ownName = /^[0-9A-Za-z_]{1,80}$/;

/** @throws Error where the name is none of our making */
export function demandOwnName(name: string): void {
  if (!ownName.test(name)) throw new Error('This is no name of a blob.');
}
