import type { HoursPreview } from '@dayline/contracts/endpoints/hours-preview';
import { useNavigate } from 'react-router-dom';
import type { ToastAction } from '../../actions/toast.ts';
import { usePagedCall } from '../../api/hooks.ts';
import { callsPath } from '../../paths.ts';
import { useSession } from '../../session/session-store.ts';
import { appointmentText } from '../text.ts';

/** Number of people to call who weren't reached yet; 0 while unknown. */
export function useCallsToMake(enabled: boolean): number {
  const clientId = useSession(({ identity }) => identity?.clientId);
  const totalQuery = usePagedCall(
    'listCalls',
    { clientId: clientId ?? '', open: true },
    { page: 1, pageSize: 1 },
    { enabled: enabled && clientId !== undefined },
  );
  return totalQuery.data?.total ?? 0;
}

/**
 * A toast's link to the patients who have to be called after a change; empty if there are none, or if the reader
 * doesn't call patients.
 */
export function useCallsAction(): (
  visits: Pick<HoursPreview['visits'], 'count' | 'dates'>,
  pocId?: string,
) => { readonly action?: ToastAction } {
  const navigate = useNavigate();
  const isAdmin = useSession(({ identity }) => identity?.role === 'admin');
  return ({ count, dates }, pocId) =>
    isAdmin && count > 0
      ? { action: { name: appointmentText.toCall(count), perform: () => void navigate(callsPath(pocId, dates)) } }
      : {};
}
