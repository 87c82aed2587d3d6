import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { readPageIdentity } from '../shared/session/page-identity.ts';
import type { IdentityKey } from '../shared/session/session-store.ts';
import { LoadingPage } from './fallbacks/loading-page.tsx';

/**
 * "If neither exists they redirect to / (in the booking wizard after a 500 ms delay)" (section 2): shows a page only if
 * the navigation state or session storage has the identity that it needs.
 */
export function IdentityGate(props: { needs: readonly IdentityKey[]; delay?: number; children: ReactNode }) {
  const { needs, delay = 0, children } = props;
  const { state } = useLocation();
  const navigate = useNavigate();
  const [identity] = useState(() => readPageIdentity(state));
  const missing = needs.some((key) => identity[key] === undefined);
  useEffect(() => {
    if (!missing || delay === 0) return;
    const timer = setTimeout(() => navigate(paths.signIn, { replace: true }), delay);
    return () => clearTimeout(timer);
  }, [missing, delay, navigate]);
  if (!missing) return children;
  return delay === 0 ? <Navigate to={paths.signIn} replace /> : <LoadingPage />;
}
