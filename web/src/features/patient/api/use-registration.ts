import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { phoneParts } from '@dayline/contracts/fields/phone';
import { isSameName } from '@dayline/contracts/fold';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useAskBeforeLeaving } from '../../../shared/actions/leaving.ts';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useClinicDay } from '../../../shared/format/use-clinic-day.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { patientPath } from '../../../shared/paths.ts';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { focusField } from '../../../ui/fields/conditional-field.tsx';
import { type DetailErrors, type Details, emptyDetails, errorsOf, sentOf } from '../details.ts';
import { detailsText as text } from '../text.ts';
import { useFamily } from './use-family.ts';

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

/** Registered patients who may be the same person. */
export type Similar = ResponseOf<'findDuplicates'>['people'];

/**
 * Registers a patient, then opens their page. Email and place are those of the phone's family until others are typed,
 * as in the booking. Patients who may be the same person are shown first, and the desk
 * decides: without a decision, the call would correct one of the same name and phone.
 */
export function useRegistration(state: unknown) {
  const { accountId, clientId, zone, emailOptional } = useIdentity();
  const needsContact = emailOptional !== true;
  const today = useClinicDay(zone);
  const navigate = useNavigate();
  const [initial] = useState(() => detailsFrom(state));
  const [draft, setDraft] = useKeptDraft(`new-patient ${accountId}`, initial);
  /** Fields that the family's don't fill any more, although they may be empty. */
  const [changes, setChanges] = useState<Partial<Details>>({});
  const family = useFamily(draft);
  const fieldText = (field: 'email' | 'location') =>
    draft[field] === '' && changes[field] === undefined ? family[field] : draft[field];
  const details: Details = { ...draft, email: fieldText('email'), location: fieldText('location') };
  const [errors, setErrors] = useState<DetailErrors>({});
  const [similar, setSimilar] = useState<Similar>([]);
  const [registeredId, setRegisteredId] = useState<string>();
  /** The similar patients who are different people, once the desk has said so. */
  const different = useRef<Similar | null>(null);
  const request = sentOf(details, emptyDetails);

  async function findSimilar(): Promise<Similar> {
    const { phone, bornOn = null, sex = null } = request;
    // There is nothing to compare by.
    if (phone === null && bornOn === null) return [];
    return (await call('findDuplicates', { clientId, name: details.name, phone, bornOn, sex })).people;
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
      const found = different.current === null ? await findSimilar() : [];
      if (found.length > 0) return { found };
      const others = different.current ?? [];
      const isNamesake = others.some(({ name, phone }) => phone === request.phone && isSameName(name, details.name));
      return call('saveUser', {
        ...{ ...request, clientId },
        ...(isNamesake && request.phone !== null && { somebodyElse: true }),
        ...(others.length > 0 && { differentFrom: others.map(({ userId }) => userId) }),
      });
    },
    onDone(reply) {
      if ('found' in reply) {
        setSimilar(reply.found);
        return '';
      }
      showDone(reply, { message: text.registered, detail: details.name.trim() });
      setRegisteredId(reply.userId);
      return undefined;
    },
    failed: text.registerFailed,
  });
  const isBegun = Object.entries(draft).some(([field, value]) => value !== initial[field as keyof Details]);
  useAskBeforeLeaving(registeredId === undefined && isBegun);
  // Navigates once leaving no longer needs a confirmation.
  useEffect(() => {
    if (registeredId !== undefined) void navigate(patientPath(registeredId), { replace: true });
  }, [registeredId, navigate]);
  return {
    details,
    errors,
    needsContact,
    similar,
    isPending: form.isPending,
    outcome: form.outcome,
    change(next: Partial<Details>) {
      setDraft({ ...draft, ...next });
      setChanges({ ...changes, ...next });
      setErrors({});
      setSimilar([]);
    },
    /** @param others the similar patients who are different people */
    submit(others: Similar | null = null) {
      different.current = others;
      void form.submit();
    },
  };
}
