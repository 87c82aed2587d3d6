/** The application says here what happens when a call is answered 401; the client only tells that it was. */
let handler: () => void = () => undefined;

export const whenSessionEnds = (handle: () => void): void => {
  handler = handle;
};

export const sessionEnded = (): void => handler();
