import { phoneParts } from '@dayline/contracts/fields/phone';
import { isSameName } from '@dayline/contracts/fold';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useAskBeforeLeaving } from '../../../shared/actions/leaving.ts';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { namedText } from '../../../shared/format/identity.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { patientPath } from '../../../shared/paths.ts';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { focusField } from '../../../ui/fields/conditional-field.tsx';
import { type DetailErrors, type Details, emptyDetails, errorsOf, sentOf } from '../details.ts';
import { detailsText as text } from '../text.ts';

const stateSchema = z.object({
  phone: z.string(),
  email: z.string().nullable().default(null),
  location: z.string().nullable().default(null),
});

/** With the phone, email and place of a family that somebody is added to, if the page was opened with one. */
function detailsFrom(state: unknown): Details {
  const { data } = stateSchema.safeParse(state);
  if (!data) return emptyDetails;
  const { phone, email, location } = data;
  return { ...emptyDetails, ...phoneParts(phone), email: email ?? '', location: location ?? '' };
}

/** A patient of the phone with this name. */
export interface Namesake {
  userId: string;
  name: string;
}

/**
 * Registers a patient, then opens their page. A patient of the same name on the phone is shown first: unless the desk
 * decides, the call would correct that patient.
 */
export function useRegistration(state: unknown) {
  const { accountId, clientId, zone, emailOptional } = useIdentity();
  const needsContact = emailOptional !== true;
  const today = useClinicDay(zone);
  const navigate = useNavigate();
  const [opened] = useState(() => detailsFrom(state));
  const [details, setDetails] = useKeptDraft(`new-patient ${accountId}`, opened);
  const [errors, setErrors] = useState<DetailErrors>({});
  const [namesake, setNamesake] = useState<Namesake>();
  const [registered, setRegistered] = useState<string>();
  const allowsNamesake = useRef(false);
  const sent = sentOf(details, emptyDetails);

  async function findNamesake(): Promise<Namesake | undefined> {
    if (sent.phone === null) return undefined;
    const found = await call('verifyUser', { phone: sent.phone, clientId });
    const same = [found, ...found.others].find(({ name }) => isSameName(name, details.name));
    return same?.userId ? { userId: same.userId, name: namedText(same.name ?? '', same.identity) } : undefined;
  }
  const form = useSubmit({
    problem() {
      const found = errorsOf(details, today, needsContact);
      setErrors(found);
      const [first] = Object.keys(found);
      if (first === undefined) return undefined;
      // After the field shows its error.
      setTimeout(() => focusField(first));
      return true;
    },
    async send() {
      const same = allowsNamesake.current ? undefined : await findNamesake();
      return same ?? call('saveUser', { ...sent, clientId, ...(allowsNamesake.current && { somebodyElse: true }) });
    },
    onDone(reply) {
      if (!('message' in reply)) {
        setNamesake(reply);
        return '';
      }
      showDone(reply, { message: text.registered, detail: details.name.trim() });
      setRegistered(reply.userId);
      return undefined;
    },
    failed: text.registerFailed,
  });
  const isBegun = Object.entries(details).some(([field, value]) => value !== opened[field as keyof Details]);
  useAskBeforeLeaving(registered === undefined && isBegun);
  // Navigates once leaving no longer needs a confirmation.
  useEffect(() => {
    if (registered !== undefined) void navigate(patientPath(registered), { replace: true });
  }, [registered, navigate]);
  return {
    details,
    errors,
    needsContact,
    namesake,
    isPending: form.isPending,
    outcome: form.outcome,
    change(next: Partial<Details>) {
      setDetails({ ...details, ...next });
      setErrors({});
      setNamesake(undefined);
    },
    /** @param another another patient with the same name */
    submit(another = false) {
      allowsNamesake.current = another;
      void form.submit();
    },
  };
}
