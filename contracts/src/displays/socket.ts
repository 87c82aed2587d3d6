/** The socket's path on the query service. */
export const livePath = '/socket.io';

/** The query parameter of a display's socket, which is opened with the display's cookie. */
export const displaySocket = 'display';
