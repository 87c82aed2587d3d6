import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { useDocumentTitle } from '../../ui/product.ts';
import { hasChime, ring } from './chime.ts';
import { Board } from './components/board.tsx';
import { Controls } from './components/controls.tsx';
import { Notice } from './components/notice.tsx';
import { Pair } from './components/pair.tsx';
import { PairingCode } from './components/pairing-code.tsx';
import { followBoard, type WallState } from './follow-board.ts';
import { type Contact, type DeviceTime, deviceTime, hasNewCall, shownAt } from './rules.ts';
import { wallText as text } from './text.ts';
import { keepAwake } from './wake-lock.ts';
import './wall.css';

/** The link's part after the hash, which is removed from the address: a reload finds it in the navigation state. */
function useLink(): string | undefined {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== '') navigate(paths.wall, { replace: true, state: { link: hash.slice(1) } });
  }, [hash, navigate]);
  return typeof state === 'object' && state !== null && 'link' in state && typeof state.link === 'string'
    ? state.link
    : undefined;
}

/** Often enough to show each second; a background page updates when it becomes visible. */
function useDeviceTime(): DeviceTime {
  const [now, setNow] = useState(deviceTime);
  useEffect(() => {
    const look = () => setNow(deviceTime());
    const timer = setInterval(look, 1_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}

function Wall({ onPaired }: { onPaired(): void }) {
  const [state, setState] = useState<WallState>({ kind: 'connecting' });
  const last = useRef<Contact>(undefined);
  useEffect(
    () =>
      followBoard((next) => {
        const contact = next.kind === 'board' ? next.contact : undefined;
        if (last.current && contact && hasChime() && hasNewCall(last.current.board, contact.board)) void ring();
        last.current = contact;
        setState(next);
      }),
    [],
  );
  useEffect(keepAwake, []);
  const deviceTime = useDeviceTime();
  switch (state.kind) {
    case 'unpaired':
      return <PairingCode title={text.unpaired} onPaired={onPaired} />;
    case 'revoked':
      return <PairingCode title={text.revoked} onPaired={onPaired} />;
    case 'connecting':
      return <Notice title={text.connecting} />;
    default: {
      const { contact } = state;
      // A response may be newer than the last tick.
      const now = deviceTime.elapsed > contact.at.elapsed ? deviceTime : contact.at;
      return (
        <>
          <Board contact={contact} shown={shownAt(contact, now)} />
          <Controls />
        </>
      );
    }
  }
}

/** A waiting-room display (/wall): who is called and who is next, by token. */
export default function WallPage() {
  useDocumentTitle(text.page);
  const link = useLink();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  if (link !== undefined) {
    return <Pair link={link} onPaired={() => navigate(paths.wall, { replace: true, state: null })} />;
  }
  // Paired by a code, it begins anew.
  return hash === '' ? <Wall key={round} onPaired={() => setRound(round + 1)} /> : null;
}
