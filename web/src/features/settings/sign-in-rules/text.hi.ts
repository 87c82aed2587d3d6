import { plural } from '../../../ui/locale/words.ts';

export const secondFactorRuleText = {
  title: 'दूसरा फ़ैक्टर',
  lead: 'जिनके लिए ज़रूरी है और जिनके पास नहीं है, वे साइन आउट हो जाते हैं और अगले साइन-इन में जोड़ते हैं।',
  label: 'किसके लिए ज़रूरी',
  policies: { optional: 'किसी के लिए नहीं', administrators: 'एडमिन और ऑडिटर', everyone: 'सबके लिए' },
  failed: 'नियम सहेजा नहीं जा सका। कृपया फिर कोशिश करें।',
  save: 'सहेजें',
  saved: 'नियम सहेजा गया',
};

export const idleTimeText = {
  title: 'अपने-आप साइन आउट',
  lead: 'जो डेस्क छोड़ते समय साइन आउट नहीं करते, वे इतनी देर बाद साइन आउट हो जाते हैं। लाइव बदलाव इस्तेमाल नहीं गिने जाते।',
  label: 'इतनी देर बाद साइन आउट',
  asInstalled: 'जैसा इस इंस्टॉलेशन में तय है',
  minutes: (count: number) =>
    count < 60 ? `${count} मिनट` : plural(count / 60, { one: '1 घंटा', other: `${count / 60} घंटे` }),
  save: 'समय सहेजें',
  saved: 'अपने-आप साइन आउट सहेजा गया',
  failed: 'अपने-आप साइन आउट सहेजा नहीं जा सका। कृपया फिर कोशिश करें।',
};
