import { defineText } from '../../ui/locale/define-text.ts';

/** The sentences of sign-in (sections 2 and 8 of the specification). */
export const signInText = defineText({
  hi: async () => (await import('./text.hi.ts')).signInText,
  en: {
    title: 'Welcome Back',
    lead: 'Sign in to see today.',
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
    adminHelp: 'Forgot your password? Whoever runs Dayline at your hospital can set a new one.',
    contact: 'Contact Support',
    clientsFailed: 'Failed to fetch clients. Please refresh and try again.',
    failed: 'Failed to login. Please try again.',
    /** Beside the answer to one who is delayed: a reader of the mailbox needn't wait. */
    linkLead: 'If you can read your mail, you need not wait.',
    mailLink: 'Mail Me a Sign-In Link',
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
    noLink: 'Open this page by the link that was mailed to you.',
    /** The server's sentence for a used or expired link; here for one that was cut or altered on its way. */
    invalidLink: 'This link is no longer valid. Please ask for a new one.',
    toSignIn: 'Go to Sign In',
  },
});
