export const accountText = { title: 'मेरा खाता' };
