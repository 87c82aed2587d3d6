type PieceReader = <Piece>(pieces: AsyncIterable<Piece>) => AsyncGenerator<Piece>;

/**
 * One reply is made at a time. A call takes the turn at once, and returns it when its pieces are read to the end or
 * abandoned, or when the signal aborts.
 * @throws the signal's reason if it has aborted already
 */
export function oneReader(): (signal: AbortSignal | undefined) => PieceReader | null {
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
