/** The sentences of sign-up, verification and passwords (sections 2, 5 and 8 of the specification). */
export const signUpText = {
  title: 'Create Your Account',
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
} as const;

export const verifyText = {
  title: 'Verify Your Email',
  working: 'Verifying your email...',
  proceed: 'Proceed to Complete Sign-Up',
  failed: 'An error occurred while verifying the email.',
  tryAgain: 'Try Again',
  newLink: 'Ask for a New Link',
  /** The server's sentence for a used or expired link; here for one that was cut or altered on its way. */
  invalidLink: 'This link is no longer valid. Please ask for a new one.',
} as const;

export const passwordText = {
  createTitle: 'Create Your Password',
  resetTitle: 'Reset Your Password',
  password: 'Password',
  newPassword: 'New Password',
  confirm: 'Confirm Password',
  create: 'Create Password',
  reset: 'Reset Password',
  mismatch: "Passwords don't match.",
  rules: 'Please ensure your password meets all requirements',
  createFailed: 'Failed to update password.',
  resetFailed: 'Failed to reset password. Please try again later.',
  toSignIn: 'Go to Sign In',
  noLink: 'Open this page by the link that was mailed to you.',
} as const;

export const forgotText = {
  title: 'Forgot Password?',
  lead: 'We mail you a link to set a new one.',
  email: 'Enter email',
  submit: 'Reset Password',
  back: 'Back to login',
  missing: 'Please enter your email address.',
  invalidEmail: 'Please enter a valid email address.',
  failed: 'Failed to send password reset email. Please try again later.',
} as const;
