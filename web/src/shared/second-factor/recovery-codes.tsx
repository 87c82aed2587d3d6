import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { PlainList } from '../../ui/layout/boxes.tsx';
import { showToast, toastError } from '../actions/toast.ts';
import { addAppText as text } from './text.ts';

/** New recovery codes, with whose they are on paper. */
export function CodeList({ codes, person }: { codes: readonly string[]; person: string }) {
  return (
    <>
      <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>{text.codesOf(person)}</Box>
      <PlainList
        aria-label={text.codesTitle}
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))', gap: 1, fontWeight: 600 }}
      >
        {codes.map((code) => (
          <Box component="li" key={code} sx={{ fontFamily: 'ui-monospace, monospace', whiteSpace: 'nowrap' }}>
            {code}
          </Box>
        ))}
      </PlainList>
    </>
  );
}

/** Copy, Print and the confirmation that they are kept. */
export function KeepCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ kind: 'info', message: text.copied }),
      // Without https, or denied by the person.
      () => toastError(text.notCopied),
    );
  return (
    <>
      <Button variant="outlined" onClick={() => void copy()}>
        {text.copy}
      </Button>
      <Button variant="outlined" onClick={() => window.print()}>
        {text.print}
      </Button>
      <Button onClick={onKept}>{text.kept}</Button>
    </>
  );
}
