/** The application registers its handler of 401 responses here; the client only calls it. */
let handler: () => void = () => undefined;

export const whenSessionEnds = (handle: () => void): void => {
  handler = handle;
};

export const sessionEnded = (): void => handler();
