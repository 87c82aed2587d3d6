import { noSuchBranch, noSuchDepartment } from '@dayline/contracts/clinic/faults';
import { passwordRules, passwordTooLong } from '@dayline/contracts/fields/password';
import { unshown } from '@dayline/contracts/fields/text';

const [letter, length, special, digit] = passwordRules;

export const fieldText = {
  [letter.message]: 'पासवर्ड किसी अंग्रेज़ी अक्षर से शुरू होना चाहिए।',
  [length.message]: 'पासवर्ड में कम से कम 8 अक्षर होने चाहिए।',
  [special.message]: 'पासवर्ड में कम से कम एक विशेष चिह्न होना चाहिए।',
  [digit.message]: 'पासवर्ड में कम से कम एक अंक होना चाहिए।',
  [passwordTooLong]: 'पासवर्ड में अधिक से अधिक 128 अक्षर हो सकते हैं।',
  [noSuchBranch]: 'यह शाखा अब नहीं है।',
  [noSuchDepartment]: 'यह विभाग अब नहीं है।',
  [unshown]: 'इसमें ऐसे अक्षर हैं जो दिखाए नहीं जा सकते। कृपया फिर से लिखें।',
};
