import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import type { CallError } from '../api/call-error.ts';

/** Replaces the token in the address. */
const placeholder = '-';

const tokenIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'token' in state && typeof state.token === 'string'
    ? state.token
    : undefined;

type AccountPage = 'verify-email' | 'reset-password' | 'sign-in-link' | 'invitation' | 'confirm-email';
type LinkPage = AccountPage | 'no-messages' | 'your-visit';

/**
 * The token and doctor of a mailed link. "The page moves the token out of the address into navigation state, where a
 * reload still finds it." The token is undefined while it is being moved and if the page was opened without one.
 */
export function useLinkToken(page: LinkPage): {
  token: string | undefined;
  pocId: string;
} {
  const { token = placeholder, pocId = '' } = useParams();
  const { state, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (token !== placeholder) {
      // The hash has the language of the email.
      const pathname = `/${page}/${placeholder}/${encodeURIComponent(pocId)}`;
      navigate({ pathname, hash }, { replace: true, state: { token } });
    }
  }, [token, page, pocId, hash, navigate]);
  return { token: token === placeholder ? tokenIn(state) : undefined, pocId };
}

/** Whether the address still contains the token. */
export const useIsMoving = (): boolean => (useParams()['token'] ?? placeholder) !== placeholder;

/**
 * Whether the link itself was refused: used, expired, foreign, or damaged in transit. A retry would fail the same way.
 */
export const isLinkInvalid = ({ code, details }: CallError): boolean =>
  code === 'token.invalid' ||
  (details.fields ?? []).some(({ field }) => ['token', 'pocId', 'userId', 'appointmentId'].includes(field));
