import { paths } from './paths.ts';

/** The company behind Dayline: for the footer, the contact section and the policies. */
export const company = {
  name: 'Dayline Automation Private Limited',
  line: 'Chatbots and business automation.',
  address: '27 Residency Road, Bengaluru 560025',
  email: 'hello@dayline.example',
  phone: '+91 80 0000 0000',
} as const;

/** The navbar of the public pages (section 2 of the specification). */
export const sitePages = [
  { label: 'Home', to: paths.home },
  { label: 'About Us', to: `${paths.home}#about` },
  { label: 'Services', to: `${paths.home}#services` },
  { label: 'Contact Us', to: `${paths.home}#contact` },
] as const;
