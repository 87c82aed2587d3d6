import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followCode } from '../follow-code.ts';
import { type Both, wallText as text } from '../text.ts';
import { InBoth } from './both.tsx';
import { Notice } from './notice.tsx';

/** A screen that isn't a display's: its code, which the desk types in the settings. */
export function PairingCode({ title, onPaired }: { title: Both; onPaired(): void }) {
  const [code, setCode] = useState<string>();
  const onPairedRef = useRef(onPaired);
  useLayoutEffect(() => {
    onPairedRef.current = onPaired;
  });
  useEffect(() => followCode(setCode, () => onPairedRef.current()), []);
  return (
    <Notice title={title} hint={text.codeHint}>
      <p className="code" role="status" aria-label={code === undefined ? undefined : text.codeLabel(code)}>
        {code === undefined ? <InBoth words={text.connecting} /> : `${code.slice(0, 3)} ${code.slice(3)}`}
      </p>
    </Notice>
  );
}
