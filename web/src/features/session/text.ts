/** The sentences of sign-in (sections 2 and 8 of the specification). */
export const signInText = {
  title: 'Welcome Back',
  client: 'Select Client',
  clientPlaceholder: 'Choose a client',
  email: 'Email Address',
  password: 'Password',
  submit: 'Sign In',
  newUser: 'New user?',
  createAccount: 'Create Account',
  forgot: 'Forgot Password?',
  clientsFailed: 'Failed to fetch clients. Please refresh and try again.',
  failed: 'Failed to login. Please try again.',
} as const;
