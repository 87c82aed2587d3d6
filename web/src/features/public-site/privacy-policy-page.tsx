import { Policy } from './components/policy.tsx';
import { privacyText } from './privacy-text.ts';

/** /privacy-policy */
export default function PrivacyPolicyPage() {
  return <Policy {...privacyText} />;
}
