import { Policy } from './components/policy.tsx';
import { privacyText } from './privacy-text.ts';

/** /privacy-policy */
export function PrivacyPolicyPage() {
  return <Policy {...privacyText} />;
}
