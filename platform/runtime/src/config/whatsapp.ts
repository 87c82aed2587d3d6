import { z } from 'zod';
import { httpOrigin, setting } from './setting.ts';

/** The settings of the chatbot. */
export const whatsAppSettings = {
  WHATSAPP_PHONE_NUMBER_ID: setting(
    z.string().regex(/^\d{5,20}$/),
    null,
    'the id of a number, which has 5 to 20 digits',
    'the WhatsApp number of the chatbot, by its id at Meta; with it, the other four without a default are required',
  ),
  WHATSAPP_ACCESS_TOKEN: setting(
    z.string().min(16),
    null,
    'at least 16 characters',
    'the token of a system user at Meta who may send messages of the number',
  ),
  WHATSAPP_APP_SECRET: setting(
    z.string().min(16),
    null,
    'at least 16 characters',
    'the secret of the app at Meta, which signs its webhooks',
  ),
  WHATSAPP_VERIFY_TOKEN: setting(
    z.string().min(16),
    null,
    'at least 16 characters',
    'any secret of your own, entered at Meta beside the webhook’s address',
  ),
  WHATSAPP_API_KEY: setting(
    z.string().regex(/^dl_/),
    null,
    'an API key of Dayline, which begins with dl_',
    'as whom the chatbot acts, and for which hospital; issued on Settings, Connections',
  ),
  WHATSAPP_TEMPLATE: setting(
    z.string().regex(/^[a-z0-9_]{1,512}$/),
    null,
    'the name of a template: small letters, digits and _',
    'an approved template in en and hi without variables, sent in place of a message to whom last wrote more than 24 hours ago; without it, nothing is sent then',
  ),
  WHATSAPP_GRAPH_URL: setting(
    z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')),
    'https://graph.facebook.com/v24.0',
    'an address such as https://graph.facebook.com/v24.0',
    'the Graph API and its version',
  ),
  WHATSAPP_DAYLINE_URL: setting(
    httpOrigin,
    null,
    'an address such as https://dayline.example',
    'where the chatbot finds the partner API if it runs as a process of its own; else PUBLIC_URL',
  ),
} as const;

/** The chatbot's number at Meta, its secrets, and as whom it acts. */
export interface WhatsAppSettings {
  readonly phoneNumberId: string;
  readonly accessToken: string;
  readonly appSecret: string;
  readonly verifyToken: string;
  readonly apiKey: string;
  readonly template: string | null;
  readonly graphUrl: string;
  /** An origin without a path; null for the product itself. */
  readonly daylineUrl: string | null;
}

type Given = Readonly<
  Record<Exclude<keyof typeof whatsAppSettings, 'WHATSAPP_GRAPH_URL'> | 'PUBLIC_URL', string | null>
> & {
  readonly WHATSAPP_GRAPH_URL: string;
};

/** Null without a number; the name of a setting that it needs besides. */
export function whatsAppOf(settings: Given): WhatsAppSettings | { readonly missing: string } | null {
  const { WHATSAPP_PHONE_NUMBER_ID: phoneNumberId } = settings;
  if (phoneNumberId === null) return null;
  const required = {
    accessToken: 'WHATSAPP_ACCESS_TOKEN',
    appSecret: 'WHATSAPP_APP_SECRET',
    verifyToken: 'WHATSAPP_VERIFY_TOKEN',
    apiKey: 'WHATSAPP_API_KEY',
  } as const;
  const missing = Object.values(required).find((name) => settings[name] === null);
  if (missing !== undefined) return { missing };
  const settingOf = (field: keyof typeof required): string => settings[required[field]] ?? '';
  return {
    phoneNumberId,
    accessToken: settingOf('accessToken'),
    appSecret: settingOf('appSecret'),
    verifyToken: settingOf('verifyToken'),
    apiKey: settingOf('apiKey'),
    template: settings.WHATSAPP_TEMPLATE,
    graphUrl: settings.WHATSAPP_GRAPH_URL,
    daylineUrl: settings.WHATSAPP_DAYLINE_URL ?? settings.PUBLIC_URL,
  };
}
