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
const notMe = {
  button: 'That was not me',
  closing: 'If this was you, you do not need to do anything.',
};
const notMeInHindi = {
  button: 'यह मैंने नहीं किया',
  closing: 'अगर यह आपने किया था, तो कुछ करने की ज़रूरत नहीं है।',
};

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
  providerRequired: {
    subject: 'Your hospital requires single sign-on',
    paragraph:
      'Someone asked for a link to sign in to your account or to reset its password. Your hospital requires single sign-on, so there is none: please sign in with its button on the sign-in page.',
    button: 'Sign in',
    closing: ignoreNote,
  },
  passwordChanged: {
    subject: 'Your Dayline password was changed',
    paragraph: 'Your password was changed a moment ago, and all other sessions have ended.',
    ...notMe,
  },
  emailChange: {
    subject: 'Confirm your new email for Dayline',
    paragraph:
      'Open this link to use this address for your account. It works once and expires in 1 hour. Until then, your former address stays.',
    button: 'Confirm email',
    closing: ignoreNote,
  },
  emailChangeRequested: {
    subject: 'Your hospital asks to change the email of your Dayline account',
    paragraph:
      'An administrator of your hospital entered another address for your account. It counts once the link that was sent there is used. If you do not want this, choose a new password now: that link is then invalid. And speak to your hospital.',
    button: 'Choose a new password',
    closing: 'If you asked for this, you do not need to do anything.',
  },
  emailTaken: {
    subject: 'Your address was entered for another Dayline account',
    paragraph:
      'Someone asked to use this address for another account. It belongs to your account, so nothing was changed.',
    button: 'Sign in',
    closing: ignoreNote,
  },
  emailChanged: {
    subject: 'The email of your Dayline account was changed',
    paragraph:
      'Your account has another address since a moment ago: you sign in with it, and emails go there. This address is no longer used.',
    button: 'That was not me',
    closing: 'If this was not you, tell your administrator at once. If it was, you do not need to do anything.',
  },
  factorAdded: {
    subject: 'A second factor was added to your Dayline account',
    paragraph:
      'An authenticator app was added to your account a moment ago. Signing in now also needs a code, and your other sessions have ended.',
    ...notMe,
  },
  factorRemoved: {
    subject: 'The second factor was removed from your Dayline account',
    paragraph: 'The authenticator app of your account was removed a moment ago, and your other sessions have ended.',
    ...notMe,
  },
  passkeyAdded: {
    subject: 'A passkey was added to your Dayline account',
    paragraph:
      'A passkey was added to your account a moment ago: it signs you in without the password. Your other sessions have ended.',
    ...notMe,
  },
  providerBound: {
    subject: 'Your Dayline account opens by single sign-on now',
    paragraph:
      'Someone signed in to your account through your hospital’s sign-in provider for the first time a moment ago. That way opens it from now on, beside your password.',
    ...notMe,
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your Dayline account',
    paragraph: 'A passkey of your account was removed a moment ago, and your other sessions have ended.',
    ...notMe,
  },
  recoveryCodesMade: {
    subject: 'New recovery codes for your Dayline account',
    paragraph:
      'New recovery codes were made for your account a moment ago. The former codes are not valid any more, and your other sessions have ended.',
    ...notMe,
  },
  recoveryCodeUsed: {
    subject: 'A recovery code of your Dayline account was used',
    paragraph: 'One of your recovery codes was used to sign in a moment ago. Each code works once.',
    ...notMe,
  },
  newDevice: {
    subject: 'A sign-in to Dayline from a new device',
    paragraph:
      'Someone signed in to your account a moment ago with a device and from a place that have not been used for it lately. My Account shows where you are signed in.',
    button: 'That was not me',
    closing:
      'If this was you, you do not need to do anything. If it was not, choose a new password: every session of your account then ends. Tell your administrator, too.',
  },
  invitation: {
    subject: 'You are invited to Dayline',
    paragraph: 'Open this link to set your name and password. It works once and expires in 72 hours.',
    button: 'Set password',
    closing: 'If you did not expect this, you can ignore this email.',
  },
  webhookDisabled: {
    subject: 'A webhook of Dayline is disabled',
    paragraph:
      'A system that is sent what happens at your hospital has not taken it: it answered that it is gone, or the last of ten tries failed. Nothing is lost: once the webhook is enabled on Settings, Connections, it is sent what has waited.',
    button: 'Open Connections',
    closing: 'You receive this email because you are an administrator.',
  },
  secondFactorReset: {
    subject: 'Your second factor for Dayline was reset',
    paragraph:
      'Your second factor was removed a moment ago, and you were signed out everywhere. Your password alone signs you in until you add a new one under My Account.',
    button: 'Change my password',
    closing: 'If you did not ask for this, change your password and tell your administrator.',
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
  providerRequired: {
    subject: 'आपका अस्पताल सिंगल साइन-ऑन माँगता है',
    paragraph:
      'किसी ने आपके खाते में साइन इन करने या उसका पासवर्ड बदलने का लिंक माँगा। आपका अस्पताल सिंगल साइन-ऑन माँगता है, इसलिए लिंक नहीं है: कृपया साइन इन पेज पर उसके बटन से साइन इन करें।',
    button: 'साइन इन करें',
    closing: ignoreNoteInHindi,
  },
  passwordChanged: {
    subject: 'आपका Dayline पासवर्ड बदल दिया गया',
    paragraph: 'आपका पासवर्ड अभी-अभी बदला गया, और बाकी सभी सत्र समाप्त हो गए।',
    ...notMeInHindi,
  },
  emailChange: {
    subject: 'Dayline के लिए अपने नए ईमेल की पुष्टि करें',
    paragraph:
      'अपने खाते के लिए यह पता इस्तेमाल करने को यह लिंक खोलें। यह एक बार, 1 घंटे तक काम करता है। तब तक आपका पुराना पता बना रहेगा।',
    button: 'ईमेल की पुष्टि करें',
    closing: ignoreNoteInHindi,
  },
  emailChangeRequested: {
    subject: 'आपका अस्पताल आपके Dayline खाते का ईमेल बदलना चाहता है',
    paragraph:
      'आपके अस्पताल के एडमिन ने आपके खाते के लिए दूसरा पता लिखा है। वह तब लागू होगा जब उस पर भेजा गया लिंक खोला जाएगा। अगर आप यह नहीं चाहते, तो अभी नया पासवर्ड चुनें: तब वह लिंक काम नहीं करेगा। और अपने अस्पताल से बात करें।',
    button: 'नया पासवर्ड चुनें',
    closing: 'अगर यह आपने कहा था, तो कुछ करने की ज़रूरत नहीं है।',
  },
  emailTaken: {
    subject: 'आपका पता किसी दूसरे Dayline खाते के लिए लिखा गया',
    paragraph: 'किसी ने यह पता दूसरे खाते के लिए माँगा। यह आपके खाते का पता है, इसलिए कुछ नहीं बदला।',
    button: 'साइन इन करें',
    closing: ignoreNoteInHindi,
  },
  emailChanged: {
    subject: 'आपके Dayline खाते का ईमेल बदल दिया गया',
    paragraph:
      'आपके खाते का पता अभी-अभी बदला गया: अब आप नए पते से साइन इन करते हैं और ईमेल वहीं जाते हैं। यह पता अब इस्तेमाल नहीं होता।',
    button: 'यह मैंने नहीं किया',
    closing: 'अगर यह आपने नहीं किया था, तो तुरंत अपने एडमिन को बताएँ। अगर आपने किया था, तो कुछ करने की ज़रूरत नहीं है।',
  },
  factorAdded: {
    subject: 'आपके Dayline खाते में दूसरा फ़ैक्टर जोड़ा गया',
    paragraph:
      'आपके खाते में अभी-अभी एक ऑथेंटिकेटर ऐप जोड़ा गया। अब साइन इन के लिए एक कोड भी चाहिए, और आपके दूसरे सत्र समाप्त हो गए।',
    ...notMeInHindi,
  },
  factorRemoved: {
    subject: 'आपके Dayline खाते से दूसरा फ़ैक्टर हटाया गया',
    paragraph: 'आपके खाते का ऑथेंटिकेटर ऐप अभी-अभी हटाया गया, और आपके दूसरे सत्र समाप्त हो गए।',
    ...notMeInHindi,
  },
  passkeyAdded: {
    subject: 'आपके Dayline खाते में पासकी जोड़ी गई',
    paragraph: 'आपके खाते में अभी-अभी एक पासकी जोड़ी गई: उससे बिना पासवर्ड के साइन इन होता है। आपके दूसरे सत्र समाप्त हो गए।',
    ...notMeInHindi,
  },
  providerBound: {
    subject: 'आपका Dayline खाता अब सिंगल साइन-ऑन से खुलता है',
    paragraph:
      'अभी-अभी किसी ने पहली बार अस्पताल की साइन-इन सेवा से आपके खाते में साइन इन किया। अब से खाता पासवर्ड के अलावा इस तरह भी खुलता है।',
    ...notMeInHindi,
  },
  passkeyRemoved: {
    subject: 'आपके Dayline खाते से पासकी हटाई गई',
    paragraph: 'आपके खाते की एक पासकी अभी-अभी हटाई गई, और आपके दूसरे सत्र समाप्त हो गए।',
    ...notMeInHindi,
  },
  recoveryCodesMade: {
    subject: 'आपके Dayline खाते के नए रिकवरी कोड',
    paragraph: 'आपके खाते के लिए अभी-अभी नए रिकवरी कोड बनाए गए। पुराने कोड अब मान्य नहीं हैं, और आपके दूसरे सत्र समाप्त हो गए।',
    ...notMeInHindi,
  },
  recoveryCodeUsed: {
    subject: 'आपके Dayline खाते का एक रिकवरी कोड इस्तेमाल हुआ',
    paragraph: 'आपका एक रिकवरी कोड अभी-अभी साइन इन के लिए इस्तेमाल हुआ। हर कोड एक ही बार काम करता है।',
    ...notMeInHindi,
  },
  newDevice: {
    subject: 'Dayline में नए डिवाइस से साइन-इन',
    paragraph:
      'अभी-अभी किसी ने आपके खाते में ऐसे डिवाइस और ऐसी जगह से साइन इन किया, जो हाल में इस खाते के लिए इस्तेमाल नहीं हुए। मेरा खाता में दिखता है कि आप कहाँ-कहाँ साइन इन हैं।',
    button: 'यह मैंने नहीं किया',
    closing:
      'अगर यह आपने किया था, तो कुछ करने की ज़रूरत नहीं है। अगर नहीं, तो नया पासवर्ड चुनें: तब आपके खाते के सभी सत्र समाप्त हो जाते हैं। अपने एडमिन को भी बताएँ।',
  },
  invitation: {
    subject: 'आपको Dayline में बुलाया गया है',
    paragraph: 'अपना नाम और पासवर्ड सेट करने के लिए यह लिंक खोलें। यह एक बार, 72 घंटे तक काम करता है।',
    button: 'पासवर्ड सेट करें',
    closing: 'अगर आपको इसकी उम्मीद नहीं थी, तो इस ईमेल को अनदेखा करें।',
  },
  webhookDisabled: {
    subject: 'Dayline का एक वेबहुक बंद हुआ',
    paragraph:
      'जिस सिस्टम को आपके अस्पताल की घटनाएँ भेजी जाती हैं, उसने उन्हें नहीं लिया: उसने कहा कि वह अब नहीं है, या दसवीं कोशिश भी विफल रही। कुछ खोया नहीं है: सेटिंग, कनेक्शन में वेबहुक चालू करने पर रुकी हुई घटनाएँ भेजी जाती हैं।',
    button: 'कनेक्शन खोलें',
    closing: 'यह ईमेल आपको इसलिए मिला है कि आप एडमिन हैं।',
  },
  secondFactorReset: {
    subject: 'Dayline का आपका दूसरा फ़ैक्टर रीसेट किया गया',
    paragraph:
      'आपका दूसरा फ़ैक्टर अभी-अभी हटाया गया, और आपको हर जगह से साइन आउट कर दिया गया। जब तक आप मेरा खाता में नया नहीं जोड़ते, केवल पासवर्ड से साइन इन होगा।',
    button: 'पासवर्ड बदलें',
    closing: 'अगर यह आपने नहीं माँगा था, तो अपना पासवर्ड बदलें और अपने एडमिन को बताएँ।',
  },
};

export const letterText: Record<Language, Record<LetterKind, LetterText>> = { en: english, hi: hindi };
export const greeting: Record<Language, (name: string) => string> = {
  en: (name) => `Hello ${name},`,
  hi: (name) => `नमस्ते ${name},`,
};
