export const sectionsText = {
  settings: 'सेटिंग्स',
  history: 'इतिहास',
  hospital: 'अस्पताल',
  branches: 'शाखाएँ',
  departments: 'विभाग',
  doctors: 'डॉक्टर',
  people: 'लोग',
  displays: 'डिस्प्ले',
  connections: 'कनेक्शन',
  retention: 'डेटा रखने की अवधि',
};
