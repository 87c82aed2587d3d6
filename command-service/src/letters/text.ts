import type { Language } from '@dayline/contracts/fields/language';

interface LetterText {
  readonly subject: string;
  readonly paragraph: string;
  /** The time until the link expires. */
  readonly button: string;
  readonly closing: string;
}

const ignoreNote = 'If you did not request this, you can ignore this email; nothing will change.';
const ignoreNoteInHindi = 'अगर यह आपने नहीं माँगा था, तो इस ईमेल को अनदेखा करें; कुछ नहीं बदलेगा।';

const english = {
  verification: {
    subject: 'Verify your email for Dayline',
    paragraph: 'Open this link to verify your email and complete your sign-up. It works once and expires in 24 hours.',
    button: 'Verify email',
    closing: ignoreNote,
  },
  alreadyRegistered: {
    subject: 'You already have a Dayline account',
    paragraph:
      'Someone started a sign-up with this address, which already has an account. Sign in, or choose a new password if you have forgotten yours.',
    button: 'Sign in',
    closing: ignoreNote,
  },
  reset: {
    subject: 'Reset your Dayline password',
    paragraph: 'Open this link to choose a new password. It works once and expires in 30 minutes.',
    button: 'Reset password',
    closing: ignoreNote,
  },
  signIn: {
    subject: 'Sign in to Dayline',
    paragraph: 'Open this link to sign in without your password. It works once and expires in 30 minutes.',
    button: 'Sign in',
    closing: ignoreNote,
  },
  passwordChanged: {
    subject: 'Your Dayline password was changed',
    paragraph: 'Your password was changed a moment ago, and you were signed out everywhere.',
    button: 'That was not me',
    closing: 'If this was you, you do not need to do anything.',
  },
} satisfies Record<string, LetterText>;

/** An email to the owner of an account. */
export type LetterKind = keyof typeof english;

const hindi: Record<LetterKind, LetterText> = {
  verification: {
    subject: 'Dayline के लिए अपना ईमेल सत्यापित करें',
    paragraph: 'अपना ईमेल सत्यापित करने और साइन अप पूरा करने के लिए यह लिंक खोलें। यह एक बार, 24 घंटे तक काम करता है।',
    button: 'ईमेल सत्यापित करें',
    closing: ignoreNoteInHindi,
  },
  alreadyRegistered: {
    subject: 'आपका Dayline खाता पहले से है',
    paragraph: 'किसी ने इस पते से साइन अप शुरू किया, जिसका खाता पहले से है। साइन इन करें, या पासवर्ड भूल गए हों तो नया पासवर्ड चुनें।',
    button: 'साइन इन करें',
    closing: ignoreNoteInHindi,
  },
  reset: {
    subject: 'अपना Dayline पासवर्ड रीसेट करें',
    paragraph: 'नया पासवर्ड चुनने के लिए यह लिंक खोलें। यह एक बार, 30 मिनट तक काम करता है।',
    button: 'पासवर्ड रीसेट करें',
    closing: ignoreNoteInHindi,
  },
  signIn: {
    subject: 'Dayline में साइन इन करें',
    paragraph: 'बिना पासवर्ड के साइन इन करने के लिए यह लिंक खोलें। यह एक बार, 30 मिनट तक काम करता है।',
    button: 'साइन इन करें',
    closing: ignoreNoteInHindi,
  },
  passwordChanged: {
    subject: 'आपका Dayline पासवर्ड बदल दिया गया',
    paragraph: 'आपका पासवर्ड अभी-अभी बदला गया, और आपको हर जगह से साइन आउट कर दिया गया।',
    button: 'यह मैंने नहीं किया',
    closing: 'अगर यह आपने किया था, तो कुछ करने की ज़रूरत नहीं है।',
  },
};

export const letterText: Record<Language, Record<LetterKind, LetterText>> = { en: english, hi: hindi };
export const greeting: Record<Language, (name: string) => string> = {
  en: (name) => `Hello ${name},`,
  hi: (name) => `नमस्ते ${name},`,
};
