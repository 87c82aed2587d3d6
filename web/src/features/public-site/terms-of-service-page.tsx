import { Policy } from './components/policy.tsx';
import { termsText } from './terms-text.ts';

/** /terms-of-service */
export default function TermsOfServicePage() {
  return <Policy {...termsText} />;
}
