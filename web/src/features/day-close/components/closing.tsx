import { cashLeft, leftOf, sumOf } from '@dayline/contracts/clinic/takings';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { instantAtClinic } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { paiseAmount } from '../../../ui/locale/words.ts';
import type { Takings } from '../rules.ts';
import { dayCloseText as text } from '../text.ts';
import type { useClosing } from '../use-closing.ts';
import { CloseDialog, differenceWords } from './close-dialog.tsx';
import { TakingsTable } from './takings-table.tsx';
import { Note } from './visits.tsx';

/** The closings of the day: by whom, when, with which totals, and changes since. */
export function Closing({ takings, closing }: { takings: Takings; closing: ReturnType<typeof useClosing> }) {
  const { role, zone } = useIdentity();
  const { closings, since } = takings;
  const isClosed = closings.length > 0;
  const { day, close, isClosing, failed } = closing;
  const [confirming, setAsked] = useState<Takings>();
  return (
    <Section
      title={text.closing}
      padded={false}
      aside={
        role === 'admin' ? (
          <Box className="not-on-paper">
            <ActionButton
              primary={!isClosed}
              loading={isClosing}
              action={{ name: isClosed ? text.closeAgain : text.close, perform: () => setAsked(takings) }}
            />
          </Box>
        ) : undefined
      }
    >
      <Box sx={{ px: 2, pb: failed === undefined ? 0 : 1.5 }}>
        <Problem>{failed}</Problem>
      </Box>
      {isClosed ? null : <Note>{text.open}</Note>}
      {closings.map(({ at, by, totals, position, countedCash }) => (
        <Note key={position}>
          {text.closedBy(by, instantAtClinic(at, zone), paiseAmount(leftOf(sumOf(totals))))}
          {countedCash === undefined ? null : (
            <Muted block>
              {text.counted(paiseAmount(countedCash), differenceWords(countedCash - cashLeft(totals)))}
            </Muted>
          )}
        </Note>
      ))}
      {isClosed && since.length === 0 ? <Note>{text.unchanged}</Note> : null}
      {since.length > 0 ? (
        <>
          <Note>{text.since}</Note>
          <TakingsTable label={text.since} takings={since} />
        </>
      ) : null}
      {confirming === undefined ? null : (
        <CloseDialog
          day={day}
          takings={confirming}
          onClose={() => setAsked(undefined)}
          onAgree={(countedCash) => void close(confirming, countedCash)}
        />
      )}
    </Section>
  );
}
