import type { Action, ActionLink } from '../../../ui/buttons/action.ts';
import { showToast } from '../../actions/toast.ts';
import { slipPath } from '../../paths.ts';
import { visitText as text } from './text.ts';

/** The link to the patient's printed slip. */
export const slipOf = (appointmentId: string): ActionLink => ({
  name: text.slip,
  icon: 'print',
  to: slipPath(appointmentId),
});

/** Copies a Tele Consultation's link to the clipboard; absent without a link. */
export function copyLinkOf(link: string | undefined): Action[] {
  if (link === undefined) return [];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ kind: 'info', message: text.copied, detail: link });
    } catch {
      showToast({ kind: 'error', message: text.notCopied, detail: link });
    }
  };
  return [{ name: text.copyLink, icon: 'copy', perform: () => void copy() }];
}
