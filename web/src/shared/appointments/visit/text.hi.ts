export const visitText = {
  slip: 'पर्ची',
  printList: 'आज की सूची प्रिंट करें',
  join: 'जुड़ें',
  joinOf: (name: string): string => `जुड़ें: ${name}`,
  link: 'मीटिंग लिंक',
  linkOf: (name: string): string => `${name} का मीटिंग लिंक`,
  copyLink: 'मीटिंग लिंक कॉपी करें',
  copied: 'मीटिंग लिंक कॉपी हुआ',
  notCopied: 'मीटिंग लिंक कॉपी नहीं हो सका',
};
