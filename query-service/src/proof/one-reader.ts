type Read = <Piece>(pieces: AsyncIterable<Piece>) => AsyncGenerator<Piece>;

/**
 * One reply is made at a time. A call takes the turn at once, and gives it back when its pieces are read to the end or
 * left, or when the signal says that nobody will read them. @throws the signal's reason if it has said so already
 */
export function oneReader(): (signal: AbortSignal | undefined) => Read | null {
  let turn: object | null = null;
  return (signal) => {
    signal?.throwIfAborted();
    if (turn) return null;
    const own = {};
    turn = own;
    let isReading = false;
    const end = (): void => {
      if (turn === own) turn = null;
    };
    signal?.addEventListener('abort', () => {
      if (!isReading) end();
    });
    return async function* read(pieces) {
      isReading = true;
      try {
        yield* pieces;
      } finally {
        end();
      }
    };
  };
}
