import { defineText } from '../../../ui/locale/define-text.ts';

/** UI text of the hospital's own sign-in provider. */
export const singleSignOnText = defineText({
  hi: async () => (await import('./text.hi.ts')).singleSignOnText,
  en: {
    title: 'Single sign-on',
    lead: 'People sign in with the hospital’s own provider (OpenID Connect), such as Keycloak, Entra ID or Google Workspace. It opens accounts that exist here, found at the first sign-in by the email address that the provider has verified.',
    redirect: 'Redirect address to register at the provider',
    name: 'Name on the button',
    nameHint: 'The sign-in page says “Sign in with …”.',
    nameMissing: 'Please enter a name.',
    issuer: 'Issuer',
    issuerHint: 'The address of the provider, such as https://login.hospital.example/realms/staff.',
    clientId: 'Client ID',
    secret: 'Secret',
    secretHint: 'Is kept sealed and never shown.',
    secretKept: 'The present one stays if you enter none. It is never shown.',
    domains: 'Email domains',
    domainsHint: 'Of the people who sign in this way, separated by commas.',
    secondFactor: 'Second factor',
    ofDayline: 'Dayline asks, as for passwords',
    ofProvider: 'The provider has asked; Dayline does not',
    save: 'Save Single Sign-On',
    saved: 'Single sign-on saved',
    saveFailed: 'The single sign-on could not be saved. Please try again.',
    remove: 'Remove Single Sign-On',
    removeTitle: 'Remove single sign-on?',
    removeMessage: 'People sign in with their passwords and passkeys again. Nobody is signed out.',
    removed: 'Single sign-on removed',
    removeFailed: 'The single sign-on could not be removed. Please try again.',
    policyTitle: 'Required single sign-on',
    optionalLead:
      'Single sign-on is optional: passwords, passkeys and emailed links also sign in. If it is required, sessions that began otherwise end at once.',
    requiredLead:
      'Single sign-on is required: passwords, passkeys and emailed links sign nobody in, except the administrators below.',
    local: 'Administrators who may sign in without it',
    localHint:
      'At least one, as the way back if the provider does not answer. Choose somebody whose password is kept well, with a second factor.',
    localMissing: 'Please choose an administrator',
    require: 'Require Single Sign-On',
    saveLocal: 'Save Administrators',
    allowAll: 'Make It Optional',
    isRequired: 'Single sign-on is required',
    isOptional: 'Single sign-on is optional',
    policyFailed: 'The policy could not be saved. Please try again.',
  },
});
