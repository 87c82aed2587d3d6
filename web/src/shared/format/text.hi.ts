export const formatText = {
  midnight: 'आधी रात',
  sex: { female: 'म', male: 'पु', other: 'अन्य' },
  age: {
    years: (count: number) => `${count} वर्ष`,
    months: (count: number) => `${count} माह`,
    days: (count: number) => `${count} दिन`,
  },
  range: (from: string, to: string) => `${from} से ${to}`,
};
