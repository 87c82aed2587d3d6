/** Calls back before the page is printed, while what is printed can still change, and afterwards; returns the end. */
export function onPrint(changed: (isPrinting: boolean) => void): () => void {
  const begin = () => changed(true);
  const end = () => changed(false);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}
