import { defineText } from '../../ui/locale/define-text.ts';

/** UI text of sign-up, verification and passwords (sections 2, 5 and 8 of the specification). */
export const signUpText = defineText({
  hi: async () => (await import('./text.hi.ts')).signUpText,
  en: {
    title: 'Create Your Account',
    lead: 'For doctors added by their hospital.',
    provider: 'Healthcare Provider',
    searchProvider: 'Search for your healthcare provider',
    noProvider: 'No healthcare provider matches.',
    change: 'Change',
    email: 'Email Address',
    submit: 'Verify Email',
    working: 'Verifying your email...',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    incomplete: 'Please select a client and enter your email address.',
    invalidEmail: 'Please enter a valid email address.',
    failed: 'An error occurred. Please try again later.',
    clientsFailed: 'Failed to fetch clients. Please refresh and try again.',
  },
});

export const verifyText = defineText({
  hi: async () => (await import('./text.hi.ts')).verifyText,
  en: {
    title: 'Verify Your Email',
    working: 'Verifying your email...',
    proceed: 'Proceed to Complete Sign-Up',
    failed: 'An error occurred while verifying the email.',
    tryAgain: 'Try Again',
    newLink: 'Request a New Link',
    /** The server's sentence for a used or expired link, used here for a truncated or altered one. */
    invalidLink: 'This link is no longer valid. Please request a new one.',
  },
});

export const passwordText = defineText({
  hi: async () => (await import('./text.hi.ts')).passwordText,
  en: {
    createTitle: 'Create Your Password',
    resetTitle: 'Reset Your Password',
    password: 'Password',
    newPassword: 'New Password',
    create: 'Create Password',
    reset: 'Reset Password',
    rules: 'Please ensure your password meets all requirements',
    createFailed: 'Failed to update password.',
    resetFailed: 'Failed to reset password. Please try again later.',
    toSignIn: 'Go to Sign In',
    noLink: 'Please open the link in the email that we sent you.',
  },
});

export const forgotText = defineText({
  hi: async () => (await import('./text.hi.ts')).forgotText,
  en: {
    title: 'Forgot Password?',
    lead: 'We will email you a link to set a new one.',
    email: 'Enter email',
    submit: 'Reset Password',
    back: 'Back to login',
    missing: 'Please enter your email address.',
    invalidEmail: 'Please enter a valid email address.',
    failed: 'Failed to send password reset email. Please try again later.',
  },
});

export const confirmEmailText = defineText({
  hi: async () => (await import('./text.hi.ts')).confirmEmailText,
  en: {
    title: 'Confirm Your New Email',
    working: 'Changing your email...',
    invalid: 'This link is no longer valid. Please ask for a new one on My Account.',
    toAccount: 'My Account',
  },
});

export const invitationText = defineText({
  hi: async () => (await import('./text.hi.ts')).invitationText,
  en: {
    title: 'Set Up Your Account',
    signInWith: (email: string) => `You will sign in with ${email}.`,
    name: 'Your Name',
    nameMissing: 'Please enter a name.',
    submit: 'Set Password',
    failed: 'Failed to save the password. Please try again later.',
    invalid: 'This invitation is no longer valid. Please ask your administrator to send it again.',
  },
});
