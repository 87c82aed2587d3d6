export const formatText = {
  midnight: 'आधी रात',
  range: (from: string, to: string) => `${from} से ${to}`,
};
