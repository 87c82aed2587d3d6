export const siteText = {
  main: 'मुख्य',
  chatbot: 'चैटबॉट',
  company: 'कंपनी',
  pages: 'पेज',
  more: 'और',
  signIn: 'साइन इन करें',
  back: 'Dayline पर वापस',
  privacy: 'गोपनीयता नीति',
  terms: 'सेवा की शर्तें',
};
