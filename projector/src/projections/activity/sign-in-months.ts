import type { SignInMonthRow } from '@dayline/contracts/activity';
import { signInStreamOf, streamKey, streams } from '@dayline/contracts/events/categories';
import type { Change, View } from '../projection.ts';

const counted: Change<SignInMonthRow> = {
  rows({ stream }) {
    const found = signInStreamOf(stream);
    return found ? [streamKey(streams.signInMonth(found.clientId, found.month))] : [];
  },
  fold: (row, { stream, position, metadata }, key) => ({
    ...{ key, at: position, clientId: metadata.clientId, month: signInStreamOf(stream)?.month ?? '' },
    entries: (row?.entries ?? 0) + 1,
    isErased: row?.isErased ?? false,
  }),
};

/** The months of a client's sign-ins. Key: `{clientId}_{yyyy-mm}`. */
export const signInMonths: View<SignInMonthRow, 'signIns' | 'signInMonth'> = {
  name: 'signInMonths',
  indexes: [{ name: 'byClient', fields: ['clientId', 'month', 'key'] }],
  changes: {
    SignedIn: counted,
    SignInRefused: counted,
    SignedOut: counted,
    LetterSent: counted,
    SignInsErased: {
      rows: ({ stream }) => [streamKey(stream)],
      fold: (row, { position, metadata, data: { month } }, key) => ({
        ...{ key, at: position, clientId: metadata.clientId, month, entries: row?.entries ?? 0, isErased: true },
      }),
    },
  },
};
