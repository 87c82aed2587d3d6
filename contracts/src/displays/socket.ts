/** The socket's path on the query service. */
export const livePath = '/socket.io';

/** In the query of a socket of a display's screen: it is opened with the display's cookie. */
export const displaySocket = 'display';
