import type { Duty } from '@dayline/contracts/hall/duty';
import { tokenText } from '@dayline/contracts/hall/tokens';
import { unreachable } from '@dayline/contracts/unreachable';
import type { CSSProperties } from 'react';
import { type Contact, clockOf, dayText, momentText, type Shown, type ShownRow, shortTime } from '../rules.ts';
import { type Both, wallText as text } from '../text.ts';
import { InBoth } from './both.tsx';

/** The queue of a display's doctors. Nothing moves or grows: each row has its fixed share of the screen. */
export function Board({ contact: { board }, shown }: { contact: Contact; shown: Shown }) {
  const isStale = shown.staleSince !== null || shown.isDayOver;
  const { zone: timeZone } = board;
  const { time, half } = clockOf(shown.now, timeZone);
  // React has no type for custom properties.
  const rows = { '--rows': Math.max(1, shown.rows.length) } as CSSProperties;
  return (
    <div className={isStale ? 'wall board stale' : 'wall board'} style={rows}>
      <header>
        {isStale ? (
          <StaleNotice shown={shown} heldUntil={Date.parse(board.asOf)} timeZone={timeZone} />
        ) : (
          <Place board={board} now={shown.now} />
        )}
        <p className="clock">
          {time}
          <small>{half}</small>
        </p>
      </header>
      <table>
        <thead>
          <tr>
            {[text.doctor, isStale ? text.token : text.tokenNow, text.room, text.next].map((words: Both) => (
              <th key={words.en} scope="col">
                <InBoth words={words} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody aria-live="polite">
          {shown.rows.map((row) => (
            <Row key={row.pocId} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Place({ board: { client, display, zone }, now }: { board: Contact['board']; now: number }) {
  return (
    <>
      <h1 className="place">
        {client}
        <small>{display}</small>
      </h1>
      <p className="fresh">
        <InBoth words={text.live} />
      </p>
      <p className="day">
        {dayText('en', now, zone)}
        <span lang="hi">{dayText('hi', now, zone)}</span>
      </p>
    </>
  );
}

/** Until when the tokens were current, and whom to ask. */
function StaleNotice({
  shown: { isDayOver },
  heldUntil,
  timeZone,
}: {
  shown: Shown;
  heldUntil: number;
  timeZone: string;
}) {
  const at = (locale: 'en' | 'hi') => momentText(locale, heldUntil, { timeZone, isOtherDay: isDayOver });
  const ask = isDayOver ? text.dayOver : text.ask;
  return (
    <p className={isDayOver ? 'old past' : 'old'} role="alert">
      <b>{text.asOf(at('en')).en}</b>
      <span lang="hi" className="big">
        {text.asOf(at('hi')).hi}
      </span>
      <small>
        {ask.en}
        <span lang="hi">{ask.hi}</span>
      </small>
    </p>
  );
}

const Nothing = ({ label }: { label: string }) => (
  <span className="none" role="img" aria-label={label}>
    –
  </span>
);

/** The words in place of a token. */
function dutyWords(duty: Duty): Both {
  const at = (time: string): Both => ({ en: shortTime('en', time), hi: shortTime('hi', time) });
  switch (duty.state) {
    case 'on':
      return duty.until === '24:00' ? text.onUntilMidnight : text.onUntil(at(duty.until));
    case 'break':
      return text.backAt(at(duty.from));
    case 'later':
      return text.nextAt(at(duty.from));
    case 'over':
    case 'off':
      return text[duty.state];
    default:
      return unreachable(duty);
  }
}

/** The letter is smaller than the number, so that long tokens fit. */
const TokenShown = ({ letter, token }: { letter: string | null; token: number }) => (
  <>
    {letter === null ? null : <i>{letter}</i>} {token}
  </>
);

/** Longer words are smaller, so that they are shown whole. `from`: the number of letters of each size. */
const sizeOf = ({ length }: string, from: { long: number; longer?: number; longest: number }): string =>
  (['longest', 'longer', 'long'] as const).find((size) => length >= (from[size] ?? Number.POSITIVE_INFINITY)) ?? '';

function Row({ row }: { row: ShownRow }) {
  const { name, department, letter, token, room, next, isCalled, duty, lateBy } = row;
  const late = lateBy === undefined ? null : text.lateBy(lateBy);
  const words = duty && dutyWords(duty);
  const tokenSize = (longest: number) => sizeOf(tokenText({ token: longest, letter }), { long: 5, longest: 6 });
  return (
    <tr className={isCalled ? 'called' : undefined}>
      <th scope="row">
        <span className={`name ${sizeOf(name, { long: 23, longer: 45, longest: 70 })}`}>{name}</span>
        <small>{isCalled ? <InBoth words={text.nowCalled} /> : late ? <InBoth words={late} /> : department}</small>
      </th>
      {words ? (
        <td colSpan={2} className="pause">
          <b>{words.en}</b>
          <span lang="hi">{words.hi}</span>
        </td>
      ) : (
        <>
          <td className={`token ${tokenSize(token ?? 0)}`}>
            {token === null ? <Nothing label={text.nobody} /> : <TokenShown letter={letter} token={token} />}
          </td>
          <td className={`room ${sizeOf(room ?? '', { long: 9, longest: 14 })}`}>
            {token === null ? null : (room ?? <Nothing label={text.noRoom} />)}
          </td>
        </>
      )}
      <td className={`next ${tokenSize(Math.max(0, ...next))}`}>
        {next.length === 0 ? (
          <Nothing label={text.nobodyWaits} />
        ) : (
          next.map((token) => (
            <b key={token}>
              <TokenShown letter={letter} token={token} />
            </b>
          ))
        )}
      </td>
    </tr>
  );
}
