import { isRefusal } from '@dayline/contracts/errors';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { paiseOf } from '@dayline/contracts/fields/money';
import type { CommandHandlers } from '@dayline/http/handler';
import { partOf } from '../command-handler/command-context.ts';
import type { DoctorCommands } from '../doctor/doctor-commands.ts';
import { addJob } from '../letters/jobs.ts';
import { type OnboardingDeps, onboardingSteps } from './link-calls.ts';

/** Adds a doctor, whose address gets the mail that leads to sign-up, and changes the address. */
export const addDoctorCalls = (
  commands: Pick<DoctorCommands, 'addDoctor' | 'changeDoctorEmail'>,
  deps: OnboardingDeps,
): Pick<CommandHandlers, 'addDoctor' | 'changeDoctorEmail'> => ({
  addDoctor: async (request, by) => {
    const added = await commands.addDoctor(
      {
        kind: request.POC_Kind === 'unit' ? 'unit' : undefined,
        departmentId: request.Department_ID,
        name: request.POC_Name,
        contactNumber: request.Contact_Number ?? null,
        email: request.Email ?? null,
        meetingLink: request.Meet_Link || null,
        consultationFee: feeOf(request.Consultation_Fees),
        externalId: request.External_POC_ID || null,
      },
      by,
    );
    if (isRefusal(added)) return added;
    const { pocId, position } = added;
    // The mail that leads to sign-up; a repeated request adds none.
    if (request.Email) {
      await addJob(deps.vault.outbox, by, { kind: 'verification', email: request.Email, clientId: by.clientId });
    }
    const message = request.POC_Kind === 'unit' ? 'Unit Added Successfully' : 'Doctor Added Successfully';
    return { body: { success: true, message, position, pocId }, position };
  },

  async changeDoctorEmail({ pocId, email }, by) {
    const { takeLink, throttled } = onboardingSteps(deps);
    const { accounts, outbox } = deps.vault;
    const wait = await takeLink(email, by);
    if (wait > 0) return throttled(wait);
    const changed = await commands.changeDoctorEmail({ pocId, email }, by);
    if (isRefusal(changed)) return changed;
    const { accountId, position } = changed;
    const account = accountId === null ? null : await accounts.byId(accountId);
    const isLinkSent = account?.email !== emailKey(email);
    // Also without a change: the link is sent again.
    if (account && isLinkSent) {
      const { accountId, email: to, sessionEpoch } = account;
      const notice = { ...by, commandId: partOf(by, 'notice').commandId };
      await addJob(outbox, notice, { kind: 'emailChangeRequested', accountId, to });
      await addJob(outbox, by, { kind: 'emailChange', accountId, email: emailKey(email), sessionEpoch });
    } else if (isLinkSent) {
      await addJob(outbox, by, { kind: 'verification', email, clientId: by.clientId });
    }
    const message = isLinkSent ? 'A link is on its way to the new address.' : 'The email stays as it is.';
    return { body: { success: true, message, position, isLinkSent }, position };
  },
});

/** In paise; "none given at adding a doctor means none set", and the wizard sends 0 for blank. */
const feeOf = (rupees: string | number | null | undefined): number | null =>
  paiseOf(typeof rupees === 'number' ? rupees.toFixed(2) : (rupees ?? '')) || null;
