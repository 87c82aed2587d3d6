import { useEffect, useState } from 'react';
import { hasChime, keepChime, ring } from '../chime.ts';
import { wallText as text } from '../text.ts';
import { InBoth } from './both.tsx';

/** In ms, after the pointer was moved. */
const shownFor = 4_000;

function useIsMoved(): boolean {
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = () => {
      clearTimeout(timer);
      setMoved(true);
      timer = setTimeout(() => setMoved(false), shownFor);
    };
    addEventListener('pointermove', onMove);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', onMove);
    };
  }, []);
  return isMoved;
}

/** Shown when the pointer moves, or by Tab. */
export function Controls() {
  const isMoved = useIsMoved();
  const [isOn, setOn] = useState(hasChime);
  const toggle = () => {
    keepChime(!isOn);
    setOn(!isOn);
    if (!isOn) void ring();
  };
  return (
    <div className={isMoved ? 'wall-controls moved' : 'wall-controls'}>
      <button type="button" aria-pressed={isOn} onClick={toggle}>
        <InBoth words={text.chime} />
      </button>
      {document.fullscreenEnabled ? (
        <button type="button" onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}>
          <InBoth words={text.fullScreen} />
        </button>
      ) : null}
    </div>
  );
}
