import { paths } from './paths.ts';
import { sharedText as text } from './text.ts';

/** The company behind Dayline: for the footer, the contact section and the policies. */
export const company = {
  // biome-ignore lint/plugin: a name is the same in every language
  name: 'Dayline Automation Private Limited',
  address: '27 Residency Road, Bengaluru 560025',
  email: 'hello@dayline.example',
  phone: '+91 80 0000 0000',
} as const;

/** The navbar of the public pages (section 2 of the specification). */
export const sitePages = () => [
  { label: text.home, to: paths.home },
  { label: text.aboutUs, to: `${paths.home}#about` },
  { label: text.services, to: `${paths.home}#services` },
  { label: text.contactUs, to: `${paths.home}#contact` },
];
