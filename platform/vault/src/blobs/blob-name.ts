/** Ids joined by underscores: without dot or slash, a name can't leave its folder. */
const ownName = /^[0-9A-Za-z_]{1,80}$/;

/** @throws Error if the name doesn't match */
export function demandBlobName(name: string): void {
  if (!ownName.test(name)) throw new Error('This is no name of a blob.');
}
