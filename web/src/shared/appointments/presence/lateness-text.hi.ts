export const latenessText = {
  lateness: 'डॉक्टर को कितनी देर है',
  onTime: 'समय पर',
  lateBy: (minutes: number) => `लगभग ${minutes} मिनट देर`,
  latenessOver: 'डॉक्टर को अब देर नहीं है',
  latenessUndone: 'वापस लिया गया',
  latenessFailed: 'देरी दर्ज नहीं हो सकी',
};
