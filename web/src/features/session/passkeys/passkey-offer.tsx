import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallError } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/client.ts';
import { askForPasskey } from '../../../shared/second-factor/passkeys.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { arrive } from '../arrival.ts';
import { keepClientOfDevice } from '../kept-sign-in.ts';
import { passkeyText as text } from './text.ts';

/** Some browsers refuse at once, which looks as if the person declined. */
const maxDeclined = 5;
/** The server takes a challenge for ten minutes; a page may be open for longer. */
const renewAfter = 9 * 60_000;

/** Whether the browser shows passkeys among the suggestions of a field. */
const isOffered = async (): Promise<boolean> =>
  (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;

/** The passkey that the person chose, or why there is none. */
async function chosenPasskey() {
  const { options } = await call('beginPasskey', { step: 'first' });
  let isOld = false;
  const renewal = setTimeout(() => {
    isOld = true;
    WebAuthnAbortService.cancelCeremony();
  }, renewAfter);
  try {
    return await askForPasskey(options, { inAutofill: true });
  } catch (error) {
    if (isOld) return 'old';
    return error instanceof Error && error.name === 'NotAllowedError' ? 'declined' : 'impossible';
  } finally {
    clearTimeout(renewal);
  }
}

/**
 * Offers passkeys among the suggestions of the email field ("conditional UI"), while the sign-in page is open. Shows
 * only why one was refused.
 */
export default function PasskeyOffer() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    async function offer(): Promise<void> {
      if (!(await isOffered())) return;
      for (let declinedCount = 0; isOpen && declinedCount < maxDeclined; ) {
        const passkey = await chosenPasskey();
        if (!isOpen || passkey === 'impossible') return;
        if (passkey === 'declined') declinedCount += 1;
        if (typeof passkey === 'string') continue;
        try {
          const reply = await call('signInByPasskey', { passkey });
          if (reply.user.role !== 'doctor') keepClientOfDevice(reply.user.clientId);
          return arrive(reply, navigate);
        } catch (error) {
          setProblem(error instanceof CallError ? error.message : text.failed);
        }
      }
    }
    // Without an answer nothing is offered: the password remains.
    offer().catch(() => undefined);
    return () => {
      isOpen = false;
      WebAuthnAbortService.cancelCeremony();
    };
  }, [navigate]);
  return <Problem>{problem}</Problem>;
}
