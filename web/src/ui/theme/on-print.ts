/**
 * Calls back before printing, while the printed page can still change, and afterwards; returns a function that stops
 * it.
 */
export function onPrint(onChange: (isPrinting: boolean) => void): () => void {
  const begin = () => onChange(true);
  const end = () => onChange(false);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}
