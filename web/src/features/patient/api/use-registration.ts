import { defaultCountryCode, isWholePhone, phoneParts } from '@dayline/contracts/fields/phone';
import { isSameName } from '@dayline/contracts/fold';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useAskBeforeLeaving } from '../../../shared/actions/leaving.ts';
import { showToast } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { patientPath } from '../../../shared/paths.ts';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { focusField } from '../../../ui/fields/asked-field.tsx';
import { checkedDetails, type DetailErrors, type Details } from '../rules.ts';
import { detailsText as text } from '../text.ts';

interface Draft extends Details {
  countryCode: string;
  phone: string;
}
const emptyDraft: Draft = { countryCode: defaultCountryCode, phone: '', name: '', email: '', location: '' };
const stateSchema = z.object({ phone: z.string() });

/** With the phone of a family that somebody is added to, if the page was opened with one. */
function draftFrom(state: unknown): Draft {
  const { data } = stateSchema.safeParse(state);
  return { ...emptyDraft, ...(data && phoneParts(data.phone)) };
}

function phoneProblem(phone: string): string | undefined {
  if (phone === '') return text.phoneRequired;
  return isWholePhone(phone) ? undefined : text.phoneLength;
}

/** Somebody of the phone with this name. */
export interface Namesake {
  userId: string;
  name: string;
}

/**
 * Registers somebody, then opens their page. Somebody of the same name on the phone is shown first: without a word of
 * the desk, the call would correct that person.
 */
export function useRegistration(state: unknown) {
  const { accountId, clientId } = useIdentity();
  const navigate = useNavigate();
  const [opened] = useState(() => draftFrom(state));
  const [draft, setDraft] = useKeptDraft(`new-patient ${accountId}`, opened);
  const [errors, setErrors] = useState<DetailErrors & { phone?: string | undefined }>({});
  const [namesake, setNamesake] = useState<Namesake>();
  const [registered, setRegistered] = useState<string>();
  const isAnother = useRef(false);
  const { mutateAsync: save } = useCommand('saveUser');
  const { countryCode, phone: number, ...details } = draft;
  const phone = countryCode + number;

  async function findNamesake(): Promise<Namesake | undefined> {
    const found = await call('verifyUser', { phone, clientId });
    const same = [found, ...found.others].find(({ name }) => isSameName(name, details.name));
    return same?.userId ? { userId: same.userId, name: same.name ?? '' } : undefined;
  }
  const form = useSubmit({
    problem() {
      const checked = checkedDetails(details);
      const found = { phone: phoneProblem(number), ...('errors' in checked ? checked.errors : {}) };
      const [wrong] = Object.entries(found).flatMap(([name, sentence]) => (sentence === undefined ? [] : [name]));
      setErrors(found);
      if (wrong === undefined) return undefined;
      setTimeout(() => focusField(wrong));
      return true;
    },
    async send() {
      const same = isAnother.current ? undefined : await findNamesake();
      if (same) return same;
      return save({ request: { ...details, phone, clientId, ...(isAnother.current && { somebodyElse: true }) } });
    },
    onDone(reply) {
      if (!('message' in reply)) {
        setNamesake(reply);
        return '';
      }
      showToast({ message: text.registered, detail: details.name.trim() });
      setRegistered(reply.userId);
      return undefined;
    },
    failed: text.registerFailed,
  });
  useAskBeforeLeaving(registered === undefined && Object.values(details).some((value) => value !== ''));
  // Once nothing is asked before leaving any more.
  useEffect(() => {
    if (registered !== undefined) void navigate(patientPath(registered), { replace: true });
  }, [registered, navigate]);
  return {
    draft,
    errors,
    namesake,
    isPending: form.isPending,
    problem: form.outcome && !form.outcome.isDone ? form.outcome.sentence : undefined,
    change(next: Partial<Draft>) {
      setDraft({ ...draft, ...next });
      setErrors({});
      setNamesake(undefined);
    },
    /** @param another a further person of the same name */
    submit(another = false) {
      isAnother.current = another;
      void form.submit();
    },
  };
}
