import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of sign-in (sections 2 and 8 of the specification). */
export const signInText = defineText({
  hi: async () => (await import('./text.hi.ts')).signInText,
  en: {
    title: 'Welcome Back',
    lead: 'Sign in to see today.',
    lockedLead: 'This page is locked. Sign in to continue.',
    role: 'Role',
    admin: 'Admin',
    doctor: 'Doctor',
    client: 'Select Client',
    clientPlaceholder: 'Choose a client',
    email: 'Email Address',
    password: 'Password',
    submit: 'Sign In',
    newUser: 'New user?',
    createAccount: 'Create Account',
    forgot: 'Forgot Password?',
    adminHelp: 'Forgot your password? The person who runs Dayline at your hospital can set a new one.',
    contact: 'Contact Support',
    clientsFailed: 'Failed to fetch clients. Please refresh and try again.',
    failed: 'Failed to login. Please try again.',
    /** Shown to a person who is delayed after wrong passwords: the mailbox owner needn't wait. */
    linkLead: 'Don’t want to wait? Sign in with a link sent to your email.',
    mailLink: 'Email Me a Sign-In Link',
    emailMissing: 'Please enter your email address.',
    linkFailed: 'Failed to send the sign-in link. Please try again later.',
  },
});

export const signInLinkText = defineText({
  hi: async () => (await import('./text.hi.ts')).signInLinkText,
  en: {
    title: 'Sign In by Link',
    lead: 'This link signs you in without your password. It works once.',
    submit: 'Sign In',
    failed: 'Failed to login. Please try again.',
    noLink: 'Please open the link in the email that we sent you.',
    /** The server's sentence for a used or expired link, used here for a truncated or altered one. */
    invalidLink: 'This link is no longer valid. Please request a new one.',
    toSignIn: 'Go to Sign In',
  },
});

export const secondStepText = defineText({
  hi: async () => (await import('./text.hi.ts')).secondStepText,
  en: {
    title: 'Confirm It’s You',
    lead: {
      password: 'The password was right. One more proof.',
      link: 'The link was right. One more proof.',
      provider: 'Your hospital’s provider knows you. One more proof.',
    },
    notYou: 'Not You?',
    code: 'Code from your app',
    codeHint: 'Signs in at the sixth digit',
    useRecoveryCode: 'Use a Recovery Code',
    recoveryCode: 'Recovery code',
    recoveryForm: 'xxxx-xxxx-xxxx',
    recoveryHint: 'One of the ten that you printed. Each works once.',
    signIn: 'Sign In',
    lost: 'Lost all of them? Another administrator of your hospital can reset your second factor, or the person who runs Dayline there.',
    failed: 'Failed to login. Please try again.',
  },
});

export const enrolText = defineText({
  hi: async () => (await import('./text.hi.ts')).enrolText,
  en: {
    title: 'Add a Second Factor',
    lead: 'Your hospital requires one. It takes a minute, and you are signed in.',
    begin: 'Add Authenticator App',
    passkey: 'Add Passkey',
    notYou: 'Not You?',
    failed: 'Failed to login. Please try again.',
  },
});
