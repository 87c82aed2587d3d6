import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { plainDigits } from '@dayline/contracts/fold';
import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { Bold, Muted } from '../../ui/layout/boxes.tsx';
import { lazyPiece } from '../lazy-piece.ts';
import { addAppText as text } from './text.ts';

const codeSize = 176;
/** In a chunk of its own: few pages need the QR code's module. */
const SecretCode = lazyPiece(() => import('./secret-code.tsx'));

interface ScanAppProps {
  readonly begun: Pick<ResponseOf<'beginTotp'>, 'secret' | 'uri'>;
  readonly code: string;
  readonly hint?: string;
  onCode(code: string): void;
}

/** A new secret for an authenticator app, and the field for the code that confirms it. */
export function ScanApp({ begun: { secret, uri }, code, hint, onCode }: ScanAppProps) {
  return (
    <>
      <Muted block>{text.scan}</Muted>
      {/* White in either scheme: readers need the contrast. */}
      <Box sx={{ justifySelf: 'center', p: 2, borderRadius: 1, bgcolor: '#fff', lineHeight: 0 }}>
        <Suspense fallback={<Box sx={{ width: codeSize, height: codeSize }} />}>
          <SecretCode uri={uri} size={codeSize} />
        </Suspense>
      </Box>
      <Box sx={{ fontSize: '0.8125rem' }}>
        {text.secret}
        <Bold sx={{ display: 'block', fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Bold>
      </Box>
      <CodeField
        label={text.code}
        hint={hint}
        value={code}
        onChange={(input) => onCode(plainDigits(input).replace(/\D/g, '').slice(0, 6))}
        autoFocus
      />
    </>
  );
}

/** Why a code can't be sent yet. */
export const codeProblem = (code: string): string | undefined => (code.length === 6 ? undefined : text.codeMissing);
